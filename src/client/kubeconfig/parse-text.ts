import type { YAMLException } from 'js-yaml';
import { kubeConfigError } from './kubeconfig-error.js';

// A kubeconfig of a thousand clusters is some megabytes; a parser given more would hold the event loop for seconds.
const LARGEST_TEXT = 32 * 1024 * 1024;

// An alias stands for a whole subtree, and aliases of aliases for very large ones. A person writes a handful.
const MOST_ALIASES = 1_000;

/**
 * The value that YAML or JSON text stands for; undefined for text without content. Of several documents the first one
 * counts, as for kubectl. The parser is loaded by the first text that is not JSON.
 *
 * A syntax error is reported by its place and reason alone: parsers quote the lines around it, and those hold tokens.
 */
export async function parseText(text: string, source: string): Promise<unknown> {
  if (text.length > LARGEST_TEXT) {
    throw kubeConfigError(
      `Cannot load the kubeconfig ${source}: it has ${text.length} characters. Check that it is the right file.`,
    );
  }
  if (/^\s*\{/.test(text)) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // YAML's flow style begins with a brace, too.
    }
  }
  const yaml = await import('js-yaml');
  try {
    const schema = yaml.CORE_SCHEMA.withTags(yaml.mergeTag);
    return yaml.loadAll(text, { schema, maxAliases: MOST_ALIASES })[0];
  } catch (error) {
    throw kubeConfigError(
      `Cannot parse the kubeconfig ${source} as YAML: ${describe(error, yaml.YAMLException)}. Correct it, or write it anew.`,
    );
  }
}

function describe(error: unknown, YamlException: typeof YAMLException): string {
  if (!(error instanceof YamlException)) return 'it is nested too deeply';
  const { mark, reason } = error;
  // Some reasons quote the name of a tag or an alias, which is text of the file.
  const words = reason.replaceAll(/"[^"]*"|<.*>/g, '…');
  return mark === undefined ? words : `${words} (line ${mark.line + 1}, column ${mark.column + 1})`;
}
