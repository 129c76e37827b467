import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelBits } from './label-bits.js';
import { LabelSelector } from './label-selector.js';
import type { LabelSelectorSpec } from './label-selector.js';
import { PlainRecord } from './record.js';

type Labels = Readonly<Record<string, string>>;

const matches = (selector: string | LabelSelectorSpec, labels: Labels): boolean =>
  LabelSelector.from(selector).matches((name) => labels[name]);

const long = (length: number): string => 'a'.repeat(length);

describe('LabelSelector.parse', () => {
  it.each<[string, string]>([
    ['', ''],
    ['  \t\r\n ', ''],
    ['x', 'x'],
    ['\rx', 'x'],
    ['a ', 'a'],
    ['! x', '!x'],
    ['x=a', 'x=a'],
    ['x==a', 'x=a'],
    [' x = a ', 'x=a'],
    ['x!=a', 'x!=a'],
    ['x=', 'x='],
    ['x= ,z= ', 'x=,z='],
    ['x=,z!=', 'x=,z!='],
    ['x>1,z<5', 'x>1,z<5'],
    ['x in(a)', 'x=a'],
    ['x\tnotin\n (b , a,b)', 'x notin (a,b)'],
    ['x in (abc,)', 'x in (,abc)'],
    ['x in ()', 'x='],
    ['x notin ( )', 'x!='],
    ['x notin (, a)', 'x notin (,a)'],
    ['x notin (abc,,def),bar,z in (),w', 'bar,w,x notin (,abc,def),z='],
    ['a in (x,y,notin, z,in)', 'a in (in,notin,x,y,z)'],
    ['in in (in)', 'in=in'],
    ['notin,in,!in', '!in,in,notin'],
    ['in=notin', 'in=notin'],
    ['0.1.2.domain/99 notin (10.10.100.1, tick.tack.clock)', '0.1.2.domain/99 notin (10.10.100.1,tick.tack.clock)'],
    ['b=2,a=1,b=2', 'a=1,b=2'],
    [`${long(253)}/${long(63)}=${long(63)}`, `${long(253)}/${long(63)}=${long(63)}`],
  ])('reads %j as %j', (text, canonical) => {
    expect(LabelSelector.parse(text).toString()).toBe(canonical);
  });

  it.each<[string, number, string]>([
    [',x', 0, 'found "," where a label name or "!"'],
    ['x,,y', 2, 'found "," where a label name or "!"'],
    ['a in (xyz),', 11, 'it ends where a label name'],
    ['!', 1, 'it ends where a label name after "!"'],
    ['!!x', 1, 'found "!"'],
    ['!x=a', 2, 'found "=" where "," or the end'],
    ['x==a==b', 4, 'found "==" where "," or the end'],
    ['x=!a', 2, 'found "!" where a value'],
    ['x y', 2, 'found "y" where in, notin, =, ==, !=, >, <'],
    ['x nott in (y)', 2, 'found "nott"'],
    ['a (', 2, 'found "("'],
    ['(', 0, 'found "("'],
    ['x in', 4, 'it ends where "("'],
    ['x in a', 5, 'found "a" where "("'],
    ['a notin(', 8, 'it ends where a value'],
    ['a in (b', 7, 'it ends where "," or ")"'],
    ['a in (xyz abc)', 10, 'found "abc" where "," or ")"'],
    ['a in (xyz)b notin ()', 10, 'found "b" where "," or the end'],
    ['a in (=)', 6, 'found "=" where a value'],
    ['x<a', 2, 'not an integer'],
    ['x>', 2, 'it ends where an integer'],
    ['x>9223372036854775808', 2, 'not an integer'],
    ['x>-1', 2, 'must begin and end'],
    ['x=a||y=b', 2, 'must begin and end'],
    ['-x', 0, 'must begin and end'],
    ['a/b/c', 0, 'more than one slash'],
    ['/a', 0, 'nothing before the slash'],
    ['a/', 0, 'is empty'],
    ['Up.com/a', 0, 'lower-case DNS name'],
    ['a..b/c', 0, 'lower-case DNS name'],
    [long(64), 0, 'more than 63'],
    [`${long(254)}/a`, 0, 'more than 253'],
    [`a=${long(64)}`, 2, 'more than 63'],
    ['a=b/c', 2, 'must begin and end'],
    ['a=ü', 2, 'must begin and end'],
  ])('refuses %j at position %i', (text, position, words) => {
    expect(() => LabelSelector.parse(text)).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_SELECTOR',
        message: expect.stringMatching(
          new RegExp(`at position ${position}: .*${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
        ) as string,
      }),
    );
  });
});

describe('LabelSelector.matches', () => {
  it.each<[string, Labels, boolean]>([
    ['', {}, true],
    ['x=a', { x: 'a' }, true],
    ['x=a', { x: 'b' }, false],
    ['x=a', {}, false],
    ['x!=a', {}, true],
    ['x!=a', { x: 'a' }, false],
    ['x=', { x: '' }, true],
    ['x=', {}, false],
    ['x', { x: '' }, true],
    ['x', {}, false],
    ['!x', {}, true],
    ['!x', { x: '' }, false],
    ['x in (a,)', { x: '' }, true],
    ['x in (a,)', {}, false],
    ['x notin (a,b)', {}, true],
    ['x notin (a,b)', { x: 'b' }, false],
    ['x notin (a,b)', { x: 'c' }, true],
    ['x>1', { x: '2' }, true],
    ['x>1', { x: '1' }, false],
    ['x>1', {}, false],
    ['x>1', { x: 'many' }, false],
    ['x>9', { x: '10' }, true],
    ['x<9007199254740993', { x: '9007199254740992' }, true],
    ['x<5', { x: '99999999999999999999' }, false],
    ['x<5', { x: '004' }, true],
    ['x=a,y=b', { x: 'a', y: 'b' }, true],
    ['x=a,y=b', { x: 'a' }, false],
    ['x!=a,x!=b', { x: 'c' }, true],
  ])('%j on %j is %j', (selector, labels, expected) => {
    expect(matches(selector, labels)).toBe(expected);
  });

  it('reads the labels of a record, and only those it asks for', () => {
    const asked: string[] = [];
    const record = {
      label: (name: string) => {
        asked.push(name);
        return 'web';
      },
    };
    expect(LabelSelector.parse('app=web').matchesRecord(record)).toBe(true);
    expect(asked).toEqual(['app']);
  });

  it('passes over a record whose bits say that it lacks a label', () => {
    const label = (): string => {
      throw new Error('a label was read');
    };
    const record = { labelBits: labelBits('app', 'db'), label };
    for (const text of ['app=web', 'app in (web),tier', 'app=db,app=web']) {
      expect(LabelSelector.parse(text).matchesRecord(record)).toBe(false);
    }
    for (const text of ['app=db', 'app in (web, db)', 'app!=web', 'app', '!app']) {
      expect(() => LabelSelector.parse(text).matchesRecord(record)).toThrow('a label was read');
    }
  });

  it('a record without labels has none', () => {
    const record = new PlainRecord({ metadata: { name: 'a' } });
    expect([
      LabelSelector.parse('constructor').matchesRecord(record),
      LabelSelector.parse('!app').matchesRecord(record),
    ]).toEqual([false, true]);
  });
});

describe('the structured form', () => {
  it('is the same as its text', () => {
    const selector = LabelSelector.from({
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'In', values: ['front', 'back'] },
        { key: 'zone', operator: 'NotIn', values: ['a'] },
        { key: 'gpu', operator: 'Exists' },
        { key: 'canary', operator: 'DoesNotExist', values: [] },
      ],
    });
    expect(selector.toString()).toBe('app=web,!canary,gpu,tier in (back,front),zone!=a');
  });

  it('an empty one matches everything', () => {
    expect(LabelSelector.from({}).isEmpty).toBe(true);
  });

  it.each<[LabelSelectorSpec, RegExp]>([
    [{ matchLabels: { '-x': 'a' } }, /matchLabels\["-x"\].*must begin/],
    [{ matchLabels: { x: 'a b' } }, /label value "a b"/],
    [{ matchLabels: { x: 5 as unknown as string } }, /is not text/],
    [{ matchExpressions: [{ key: 'x', operator: 'In', values: [] }] }, /In needs at least one value/],
    [{ matchExpressions: [{ key: 'x', operator: 'NotIn' }] }, /NotIn needs at least one value/],
    [{ matchExpressions: [{ key: 'x', operator: 'Exists', values: ['a'] }] }, /Exists takes no values/],
    [{ matchExpressions: [{ key: 'x', operator: 'Gt', values: ['1'] }] }, /matchExpressions\[0\].*"Gt" is none of/],
    // A map of labels, such as a Service's selector, must not be taken for one that asks for nothing.
    [{ app: 'web' } as Readonly<Record<string, string>>, /no "app".*\{ matchLabels: /],
    [{ matchlabels: { app: 'web' } } as LabelSelectorSpec, /no "matchlabels"/],
    [['app'] as LabelSelectorSpec, /no "0"/],
    [null as unknown as LabelSelectorSpec, /null/],
  ])('refuses %j', (spec, words) => {
    expect(() => LabelSelector.from(spec)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_SELECTOR', message: expect.stringMatching(words) as string }),
    );
  });
});

describe('what a selector knows of itself', () => {
  it.each(['a,!a', 'a=1,a=2', 'a=1,!a', 'a in (1,2),a notin (2,1)', 'a=1,a>5'])('%s matches nothing', (text) => {
    expect(LabelSelector.parse(text).matchesNothing).toBe(true);
  });

  it.each(['', 'a', '!a', 'a=1', 'a!=1,!a', 'a in (1,2),a!=2', 'a=7,a>5', 'a!=1,a!=2'])('%j may match', (text) => {
    expect(LabelSelector.parse(text).matchesNothing).toBe(false);
  });

  it('nothing stays nothing when it is written out and read again', () => {
    expect(LabelSelector.parse(LabelSelector.nothing.toString()).matchesNothing).toBe(true);
  });

  it('undefined matches everything', () => {
    expect(LabelSelector.from(undefined)).toBe(LabelSelector.everything);
  });

  it('from passes a selector through', () => {
    const selector = LabelSelector.parse('a');
    expect(LabelSelector.from(selector)).toBe(selector);
  });
});

describe('properties', () => {
  const name = fc.constantFrom('a', 'b', 'in', 'notin', 'example.com/c');
  const value = fc.constantFrom('', '1', '2', '10', 'x', 'in', 'A-b_c.d');
  const condition = fc.oneof(
    fc.record({ name, operator: fc.constantFrom('=', '==', '!='), values: fc.tuple(value) }),
    fc.record({
      name,
      operator: fc.constantFrom('in', 'notin'),
      values: fc.array(value, { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ name, operator: fc.constantFrom('exists', '!'), values: fc.constant([]) }),
    fc.record({ name, operator: fc.constantFrom('>', '<'), values: fc.tuple(fc.constantFrom('0', '2', '10')) }),
  );
  type Condition = typeof condition extends fc.Arbitrary<infer Value> ? Value : never;
  const space = fc.constantFrom('', ' ', '\t ');

  const write = ({ name, operator, values }: Condition, gap: string): string => {
    if (operator === 'exists') return `${gap}${name}${gap}`;
    if (operator === '!') return `!${gap}${name}`;
    if (operator === 'in' || operator === 'notin') return `${name} ${operator}${gap}(${values.join(`${gap},${gap}`)})`;
    return `${name}${gap}${operator}${gap}${values[0] ?? ''}`;
  };

  const naive = ({ name, operator, values }: Condition, labels: Labels): boolean => {
    const has = Object.hasOwn(labels, name);
    const value = labels[name] ?? '';
    const listed = (values as string[]).includes(value);
    if (operator === 'exists') return has;
    if (operator === '!') return !has;
    if (operator === '!=' || operator === 'notin') return !has || !listed;
    if (operator === '>' || operator === '<') {
      if (!has || !/^\d+$/.test(value)) return false;
      return operator === '>' ? Number(value) > Number(values[0]) : Number(value) < Number(values[0]);
    }
    return has && listed;
  };

  const conditions = fc.array(condition, { maxLength: 5 });
  const labels = fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true });

  it('matching agrees with a naive model, and a selector known to match nothing matches nothing', () => {
    fc.assert(
      fc.property(conditions, labels, space, (all, given, gap) => {
        const selector = LabelSelector.parse(all.map((each) => write(each, gap)).join(`${gap},${gap}`));
        const expected = all.every((each) => naive(each, given));
        expect(selector.matches((label) => given[label])).toBe(expected);
        if (selector.matchesNothing) expect(expected).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('parse reads back what toString writes', () => {
    fc.assert(
      fc.property(conditions, (all) => {
        const selector = LabelSelector.parse(all.map((each) => write(each, '')).join(','));
        const again = LabelSelector.parse(selector.toString());
        expect(again.toString()).toBe(selector.toString());
        expect(again.requirements).toEqual(selector.requirements);
      }),
      { numRuns: 300 },
    );
  });

  it('any text is read or refused with ERR_INVALID_SELECTOR', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '1', ' ', '=', '!', '<', '>', '(', ')', ',', 'in', '/', '.') });
    fc.assert(
      fc.property(text, (input) => {
        try {
          LabelSelector.parse(input);
        } catch (error) {
          expect(error).toMatchObject({ code: 'ERR_INVALID_SELECTOR' });
        }
      }),
      { numRuns: 500 },
    );
  });
});
