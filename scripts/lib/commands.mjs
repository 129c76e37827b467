// The commands of scripts/run.mjs, as data.
const FROM_SOURCE = ['--import', 'tsx', '-C', 'kube-informer-source'];

/**
 * What each command runs: flags of node, a program, its first arguments, and whether it needs dist.
 *
 * @type {Readonly<Record<string, { flags?: readonly string[], program: string, args?: readonly string[], needsBuild?: boolean }>>}
 */
export const COMMANDS = {
  start: { program: 'dist/cli/bin.js', args: ['playground'], needsBuild: true },
  test: { program: 'scripts/test.mjs' },
  check: { program: 'scripts/check.mjs', needsBuild: true },
  'test:cluster': { program: 'scripts/test-cluster.mjs' },
  'test:wire': { program: 'scripts/test-wire.mjs' },
  'test:model': { flags: FROM_SOURCE, program: 'test/model/soak.ts' },
  'conformance:record': { flags: FROM_SOURCE, program: 'test/conformance/record.ts' },
  'bench:peers': { flags: FROM_SOURCE, program: 'bench/peers.ts', needsBuild: true },
  'bench:versions': { flags: FROM_SOURCE, program: 'bench/versions.ts', needsBuild: true },
  'bench:stages': { flags: FROM_SOURCE, program: 'bench/stages.ts', needsBuild: true },
  bench: { flags: ['--expose-gc', ...FROM_SOURCE], program: 'bench/run.ts' },
};
