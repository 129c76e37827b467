import { afterAll, beforeAll, describe } from 'vitest';
import { sharedCluster, startCluster } from '../cluster/harness.js';
import { ALL_CASES } from './cases/index.js';
import { conformance } from './suite.js';
import { FORGETFUL, ownTargetOf, targetOf } from './target.js';
import { Transport } from './transport.js';

// On a cluster of somebody else's, controllers would answer too.
describe.skipIf(!sharedCluster({ rbac: true }).managed)('the real server still answers as it did', () => {
  let transport: Transport;

  beforeAll(() => {
    transport = new Transport(targetOf(sharedCluster({ rbac: true }).description));
  });

  afterAll(() => transport.close());

  conformance(() => transport, { cases: ALL_CASES.filter(({ alone }) => !alone) });
});

describe.skipIf(!sharedCluster().managed)('a real server of the cases that need one of their own', () => {
  let own: Awaited<ReturnType<typeof startCluster>>;
  let transport: Transport;

  beforeAll(async () => {
    own = await startCluster(FORGETFUL);
    transport = new Transport(ownTargetOf(own));
  });

  afterAll(async () => {
    transport.close();
    await own.stop();
  });

  conformance(() => transport, { cases: ALL_CASES.filter(({ alone }) => alone) });
});
