import { CRDS, definition } from '../crd/test-widgets.js';
import type { Spec } from '../crd/test-widgets.js';
import type { DocumentAnswer } from '../http/contract.js';
import type { Json } from '../json.js';
import { TestWriting } from '../writing/test-writing.js';
import { discoveryOf } from './discovery.js';

/** Discovery over all built-in resources and the custom ones that a test defines. */
export class TestDiscovery {
  readonly server = new TestWriting();
  readonly #answer = discoveryOf({ catalogue: this.server.catalogue });

  ask(path: string, headers: Readonly<Record<string, string>> = {}): DocumentAnswer | undefined {
    const { pathname, searchParams } = new URL(path, 'http://server');
    return this.#answer(pathname, searchParams, headers);
  }

  /** The document at a path that has one. */
  read(path: string, headers: Readonly<Record<string, string>> = {}): Json {
    const answer = this.ask(path, headers);
    if (answer?.code !== 200) throw new Error(`${path} was answered with ${String(answer?.code)}`);
    return JSON.parse(answer.body as string) as Json;
  }

  async define(change?: (spec: Spec) => void, name?: string): Promise<void> {
    const { code } = await this.server.send('create', CRDS, definition(change, name));
    if (code !== 201) throw new Error(`the CRD was answered with ${String(code)}`);
  }

  async redefine(change: (spec: Spec) => void, metadata: object = {}): Promise<void> {
    const { spec } = definition(change) as { spec: Spec };
    const { code } = await this.server.merge(`${CRDS}/widgets.example.com`, { metadata, spec });
    if (code !== 200) throw new Error(`the CRD was answered with ${String(code)}`);
  }
}
