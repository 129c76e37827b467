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
    ['labelselector', 'Cannot list pods: there is no option "labelselector". Did you mean "labelSelector"?'],
    ['namespaces', 'Cannot list pods: there is no option "namespaces". Did you mean "namespace"?'],
    ['timeout', 'Cannot list pods: there is no option "timeout". Did you mean "timeoutMs"?'],
    ['toString', 'Cannot list pods: there is no option "toString". There are labelSelector, namespace, timeoutMs.'],
    ['page', 'Cannot list pods: there is no option "page". Pages have a size: limit.'],
  ])('that are not are refused, with what may be meant: %s', (name, message) => {
    expect(() => {
      assertKnownOptions({ [name]: 1 }, KNOWN, 'Cannot list pods', { page: 'Pages have a size: limit.' });
    }).toThrow(expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT', message }));
  });
});
