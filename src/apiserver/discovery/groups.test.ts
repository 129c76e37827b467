import { describe, expect, it } from 'vitest';
import { byVersionPriority } from './groups.js';

describe('byVersionPriority', () => {
  it('puts stable before beta before alpha, higher before lower, and other names last', () => {
    const order = ['v10', 'v2', 'v1', 'v11beta2', 'v10beta3', 'v3beta1', 'v12alpha1', 'v11alpha2', 'foo1', 'foo10'];
    expect([...order].reverse().sort(byVersionPriority)).toEqual(order);
  });
});
