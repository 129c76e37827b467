import { afterAll, beforeAll, describe } from 'vitest';
import { sharedCluster } from '../cluster/harness.js';
import { conformance } from './suite.js';
import { targetOf } from './target.js';
import { Transport } from './transport.js';

// On a cluster of somebody else's, controllers would answer too.
describe.skipIf(!sharedCluster({ rbac: true }).managed)('the real server still answers as it did', () => {
  let transport: Transport;

  beforeAll(() => {
    transport = new Transport(targetOf(sharedCluster({ rbac: true }).description));
  });

  afterAll(() => transport.close());

  conformance(() => transport);
});
