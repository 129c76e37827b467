import { describe, expect, it } from 'vitest';
import { assertKnownOptions } from './known-options.js';

const KNOWN = { namespace: true, labelSelector: true, timeoutMs: true } as const;

describe('options', () => {
  it('that are known, or undefined, are taken', () => {
    expect(() => {
      assertKnownOptions({ namespace: 'a', timeoutMs: undefined, whatever: undefined }, KNOWN, 'Cannot list pods');
    }).not.toThrow();
  });

  it.each([
    [null, 'null'],
    [5, '5'],
    [['labelSelector=a'], 'of class Array'],
    [new Map([['labelSelector', 'a']]), 'of class Map'],
    [new URLSearchParams('labelSelector=a'), 'of class URLSearchParams'],
    [new AbortController().signal, 'of class AbortSignal'],
  ])('are an object with fields: %s', (options, what) => {
    expect(() => {
      assertKnownOptions(options, KNOWN, 'Cannot list pods');
    }).toThrow(
      `Cannot list pods: the options are ${what}. Give an object with any of labelSelector, namespace, timeoutMs.`,
    );
  });

  it('may be of a class of your own', () => {
    class Query {
      readonly namespace = 'a';
      get timeoutMs() {
        return this.namespace.length;
      }
    }
    expect(() => {
      assertKnownOptions(new Query(), KNOWN, 'Cannot list pods');
    }).not.toThrow();
  });

  it.each([
    ['labelselector', 'Cannot list pods: there is no option "labelselector". Did you mean "labelSelector"?'],
    ['namespaces', 'Cannot list pods: there is no option "namespaces". Did you mean "namespace"?'],
    ['namspace', 'Cannot list pods: there is no option "namspace". Did you mean "namespace"?'],
    ['lableselector', 'Cannot list pods: there is no option "lableselector". Did you mean "labelSelector"?'],
    ['timeout', 'Cannot list pods: there is no option "timeout". Did you mean "timeoutMs"?'],
    ['toString', 'Cannot list pods: there is no option "toString". There are labelSelector, namespace, timeoutMs.'],
    ['page', 'Cannot list pods: there is no option "page". Pages have a size: limit.'],
  ])('that are not are refused, with what may be meant: %s', (name, message) => {
    expect(() => {
      assertKnownOptions({ [name]: 1 }, KNOWN, 'Cannot list pods', { page: 'Pages have a size: limit.' });
    }).toThrow(expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT', message }));
  });
});
