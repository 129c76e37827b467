import { afterAll, beforeAll, describe } from 'vitest';
import { startEmbedded } from './embedded.js';
import { KNOWN_DIFFERENCES } from './known-differences.js';
import { conformance, coverageOfSuite } from './suite.js';
import { Transport } from './transport.js';

describe('the embedded server answers as the real one did', () => {
  let server: Awaited<ReturnType<typeof startEmbedded>>;
  let transport: Transport;

  beforeAll(async () => {
    server = await startEmbedded();
    transport = new Transport(server.target);
  });

  afterAll(async () => {
    transport.close();
    await server.stop();
    console.log(coverageOfSuite().toString());
  });

  conformance(() => transport, { knownDifferences: KNOWN_DIFFERENCES });
});
