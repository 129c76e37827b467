import { isObject } from '../json.js';
import type { ListNode, ScalarNode, TypeNode } from '../schema/contract.js';
import { goText } from './go-text.js';
import { elementText, fieldElement } from './path-element.js';
import type { PathElement } from './path-element.js';
import { childOf, elementOf } from './typed.js';

/** What an applied configuration has that its type does not allow, each with its path: `.spec.foo: field not declared in schema`. */
export function typeProblems(node: TypeNode, value: unknown): string[] {
  const problems: string[] = [];
  validate(node, value, '', problems);
  return problems;
}

/** As Go prints the wrapper it has around a value. */
const wrapped = (value: unknown): string => `&{${goText(value)}}`;

function validate(node: TypeNode, value: unknown, path: string, problems: string[]): void {
  const say = (message: string): void => {
    problems.push(path === '' ? message : `${path}: ${message}`);
  };
  if (value === null || node.type === 'any') return;
  switch (node.type) {
    case 'scalar': {
      const problem = scalarProblem(node, value);
      if (problem !== undefined) say(problem);
      return;
    }
    case 'list':
      if (Array.isArray(value)) validateList(node, value as unknown[], path, problems);
      else say(`expected list, got ${wrapped(value)}`);
      return;
    default:
      if (!isObject(value)) {
        say(`expected map, got ${wrapped(value)}`);
        return;
      }
      for (const [name, item] of Object.entries(value)) {
        const inner = `${path}${elementText(fieldElement(name))}`;
        const child = childOf(node, name);
        if (child === undefined) {
          problems.push(`${inner}: field not declared in schema`);
          return;
        }
        validate(child.node, item, inner, problems);
      }
  }
}

const NUMERIC = new Set<ScalarNode['scalar']>(['double', 'int32', 'int64']);
const TEXTUAL = new Set<ScalarNode['scalar']>(['bytes', 'duration', 'string']);

function scalarProblem({ scalar }: ScalarNode, value: unknown): string | undefined {
  if (NUMERIC.has(scalar)) {
    return typeof value === 'number' ? undefined : `expected numeric (int or float), got ${goTypeOf(value)}`;
  }
  if (scalar === 'boolean') return typeof value === 'boolean' ? undefined : `expected boolean, got ${wrapped(value)}`;
  if (TEXTUAL.has(scalar)) {
    return typeof value === 'string'
      ? undefined
      : `expected string, got &value.valueUnstructured{Value:${goText(value)}}`;
  }
  return typeof value === 'object' ? `expected any scalar, got ${wrapped(value)}` : undefined;
}

function goTypeOf(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  return isObject(value) ? 'map[string]interface {}' : typeof value === 'boolean' ? 'bool' : typeof value;
}

function validateList(node: ListNode, items: readonly unknown[], path: string, problems: string[]): void {
  const seen = new Set<PathElement>();
  for (const [index, item] of items.entries()) {
    let element: PathElement = `i:${String(index)}`;
    if (node.listType !== 'atomic') {
      const named = elementOf(node, item);
      if (typeof named !== 'string') {
        problems.push(`${path}: element ${String(index)}: ${named.message}`);
        return;
      }
      element = named;
      if (seen.has(element)) problems.push(`${path}: duplicate entries for key ${elementText(element)}`);
      seen.add(element);
    }
    validate(node.item, item, `${path}${elementText(element)}`, problems);
  }
}
