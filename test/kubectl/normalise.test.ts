import { describe, expect, it } from 'vitest';
import { normaliseOutput } from './normalise.js';

const HEAD =
  'Events:\n  Type     Reason                 Age   From  Message\n  ----     ------                 ----  ----  -------\n';
const REPAIR =
  '  Warning  ClusterIPNotAllocated  5s    ipallocator-repair-controller  Cluster IP [IPv4]: 10.0.0.7 is not allocated; repairing\n';
const OTHER = '  Normal   Scheduled              5s    scheduler                      Assigned\n';

describe('normaliseOutput', () => {
  it('leaves out what the loop that repairs addresses says, and no other event', () => {
    expect(normaliseOutput(`${HEAD}${REPAIR}`)).toBe('Events:  <none>\n');
    expect(normaliseOutput(`${HEAD}${OTHER}${REPAIR}`)).toBe(normaliseOutput(`${HEAD}${OTHER}`));
    expect(normaliseOutput(`${HEAD}${OTHER}`)).toContain('Scheduled');
  });

  it('makes a number of a server, a time and an age the same everywhere', () => {
    expect(normaliseOutput('resourceVersion: "123"\nAge: 5m3s\n2030-01-01T00:00:00Z https://127.0.0.1:4242')).toBe(
      'resourceVersion: "<version>"\nAge: <age>\n<time> <server>',
    );
  });
});
