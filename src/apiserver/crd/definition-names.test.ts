import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TestWriting } from '../writing/test-writing.js';
import { hasCondition } from './definition.js';
import type { Definition } from './definition.js';
import { CRDS, DEFINITIONS, definition } from './test-widgets.js';

const PLURALS = ['apples', 'pears', 'plums'];
const step = fc.record({
  remove: fc.boolean(),
  plural: fc.constantFrom(...PLURALS),
  kind: fc.constantFrom('Apple', 'Pear'),
  shortName: fc.constantFrom('a', 'p', 'q'),
});

const all = (server: TestWriting): Definition[] =>
  [...server.storage.snapshot(DEFINITIONS).entries()].map(({ object }) => object as Definition);

describe('names of CRDs in one group', () => {
  it('belong to one CRD at a time, and a CRD is served exactly when all of its names are its own', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const server = new TestWriting();
        for (const { remove, plural, kind, shortName } of steps) {
          const name = `${plural}.example.com`;
          if (remove) await server.send('delete', `${CRDS}/${name}`);
          else {
            await server.send(
              'create',
              CRDS,
              definition((spec) => {
                spec.names = {
                  plural,
                  kind,
                  shortNames: [shortName],
                  singular: plural.slice(0, -1),
                  listKind: `${plural}List`,
                };
              }, name),
            );
          }
          const definitions = all(server);
          const granted = definitions.flatMap(({ status }) => {
            const {
              plural: own = '',
              singular = '',
              shortNames = [],
              kind: ownKind = '',
            } = status?.acceptedNames ?? {};
            return [own, singular, ...shortNames, `kind ${ownKind}`].filter((text) => text !== '' && text !== 'kind ');
          });
          expect(new Set(granted).size).toBe(granted.length);
          for (const one of definitions) {
            const served = server.catalogue.find('example.com', 'v1', one.spec.names.plural);
            const complete =
              one.status?.acceptedNames?.kind === one.spec.names.kind &&
              one.status.acceptedNames.shortNames?.join() === one.spec.names.shortNames?.join();
            expect(hasCondition(one, 'Established')).toBe(complete);
            expect(served !== undefined).toBe(complete);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
