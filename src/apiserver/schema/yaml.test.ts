import { describe, expect, it } from 'vitest';
import { asWarning, parseYaml } from './yaml.js';

describe('parseYaml', () => {
  it('reads the words of YAML 1.1, and what has no JSON as its text', async () => {
    const { value } = await parseYaml('a: yes\nb: 0644\nc: 2020-01-01\n1: x\nd: ~\n');
    expect(value).toEqual({ a: true, b: 420, c: '2020-01-01', 1: 'x', d: null });
  });

  it('takes the first of several documents, and nothing for null', async () => {
    expect((await parseYaml('a: 1\n---\nb: 2\n')).value).toEqual({ a: 1 });
    expect((await parseYaml('')).value).toBeNull();
  });

  it('reports a repeated key and takes the last', async () => {
    const { value, problems } = await parseYaml('x:\n  a: 1\n  a: 2\n');
    expect(value).toEqual({ x: { a: 2 } });
    expect(problems).toEqual(['yaml: unmarshal errors:\n  line 3: key "a" already set in map']);
    expect(problems.map(asWarning)).toEqual(['line 3: key "a" already set in map']);
  });

  it('makes separate values of aliases, and refuses those that multiply without end', async () => {
    const { value } = await parseYaml('a: &x {k: [1]}\nb: *x\n');
    const { a, b } = value as { a: object; b: object };
    expect(a).toEqual(b);
    expect(a).not.toBe(b);
    const bomb = ['a0: &a0 [x, x]'];
    for (let level = 1; level < 30; level++) {
      bomb.push(`a${String(level)}: &a${String(level)} [*a${String(level - 1)}, *a${String(level - 1)}]`);
    }
    await expect(parseYaml(bomb.join('\n'))).rejects.toThrow('excessive aliasing');
  });

  it('says what is wrong as the real server does', async () => {
    await expect(parseYaml('a: b: c')).rejects.toThrow('yaml: mapping values are not allowed in this context');
    await expect(parseYaml('a: 1\nb: [')).rejects.toThrow('yaml: line 2: did not find expected node content');
    await expect(parseYaml('a: *x')).rejects.toThrow("yaml: unknown anchor 'x' referenced");
  });

  it('makes a property of a key that is called __proto__', async () => {
    const value = (await parseYaml('__proto__: {x: 1}')).value as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__']);
  });
});
