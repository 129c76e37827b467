import { describe, expect, it } from 'vitest';
import { durationOf, parse, portOf } from './arguments.js';
import { UsageError } from './command.js';

describe('durationOf', () => {
  it.each([
    ['5s', 5_000],
    ['500ms', 500],
    ['1.5m', 90_000],
    ['2h', 7_200_000],
    ['3', 3_000],
  ])('reads %s', (text, ms) => {
    expect(durationOf('resync', text)).toBe(ms);
  });

  it.each(['', 's', '-1s', '5 s', '5d'])('refuses "%s" and names the option', (text) => {
    expect(() => durationOf('resync', text)).toThrow(/--resync/);
  });
});

describe('portOf', () => {
  it('takes every port', () => {
    expect([portOf('0'), portOf('65535')]).toEqual([0, 65_535]);
  });

  it.each(['65536', '-1', 'http', ''])('refuses "%s"', (text) => {
    expect(() => portOf(text)).toThrow(UsageError);
  });
});

describe('parse', () => {
  it('makes an unknown option a usage error', () => {
    expect(() => parse(['--nope'], {})).toThrow(UsageError);
  });

  it.each([
    [['--nope'], "Unknown option '--nope'."],
    [['-x'], "Unknown option '-x'."],
    [['--port'], "Option '--port <value>' argument missing."],
  ])('says of %j in one sentence what is wrong', (args, message) => {
    expect(() => parse(args, { port: { type: 'string' } })).toThrow(new UsageError(message));
  });
});
