// Who may import whom. The table is the design's layer table as data; the rules are made from it.
const { exports: entryPoints } = require('./package.json');

const ALL_ABOVE = 'all above';
const ENTRY_POINTS = 'entry points';

/**
 * In the order the data flows. `all above` is every folder in an earlier row; `entry points` are the files that the
 * exports map of package.json publishes.
 */
const LAYERS = [
  { folder: 'base', mayImport: [] },
  { folder: 'errors', mayImport: ['base'] },
  { folder: 'meta', mayImport: ['base', 'errors'] },
  { folder: 'generated', mayImport: ['meta'] },
  { folder: 'wire', mayImport: ALL_ABOVE },
  { folder: 'client', mayImport: ALL_ABOVE },
  { folder: 'store', mayImport: ['base', 'errors', 'meta'] },
  { folder: 'delta-fifo', mayImport: ['base', 'errors', 'meta'] },
  { folder: 'reflector', mayImport: ['base', 'errors', 'meta'] },
  { folder: 'informer', mayImport: ALL_ABOVE },
  { folder: 'workqueue', mayImport: ['base', 'errors'] },
  { folder: 'controller', mayImport: ALL_ABOVE },
  { folder: 'controller-manager', mayImport: ENTRY_POINTS },
  { folder: 'apiserver', mayImport: ['base', 'errors', 'meta', 'generated', 'wire/codec'] },
  { folder: 'testing', mayImport: ALL_ABOVE },
  { folder: 'dashboard', mayImport: ENTRY_POINTS },
  { folder: 'cli', mayImport: ENTRY_POINTS },
];

/** What `src/index.ts`, the entry point `.`, may re-export. The other entry points are not loaded by it. */
const ROOT_MAY_IMPORT = [
  'base',
  'errors',
  'meta',
  'generated',
  'wire',
  'client',
  'store',
  'delta-fifo',
  'reflector',
  'informer',
];

const TEST = '\\.test\\.ts$';
// What tests share. Not published either: tsconfig.build.json leaves it out.
const TEST_HELPER = '^src/.*/test-[^/]+\\.ts$';
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * The files of a folder that other folders may import: its index.ts, or any file of base, which has no face of its own.
 * The kinds of `generated` are types alone, published file by file (`./kinds/*`).
 */
const face = (folder) => {
  if (folder === 'base') return '^src/base/[^/]+\\.ts$';
  if (folder === 'generated') return '^src/generated/(index|kinds/[^/]+)\\.ts$';
  return `^src/${escape(folder)}/index\\.ts$`;
};

const faceOfEntryPoints = Object.values(entryPoints)
  // A pattern of types (`./kinds/*`) has no source of its own to load.
  .filter((target) => typeof target === 'object' && target['kube-informer-source'] !== undefined)
  .map((target) => `^${escape(target['kube-informer-source'].replace('./', ''))}$`);

const facesFor = (mayImport, row) => {
  if (mayImport === ENTRY_POINTS) return faceOfEntryPoints;
  const folders = mayImport === ALL_ABOVE ? LAYERS.slice(0, row).map((layer) => layer.folder) : mayImport;
  return folders.map(face);
};

const describe = (mayImport) => {
  if (mayImport === ENTRY_POINTS) return 'the entry points of the package';
  if (mayImport === ALL_ABOVE) return 'the folders above it in the table, through their index.ts';
  return mayImport.length === 0 ? 'nothing else of src' : `${mayImport.join(', ')}, through their index.ts`;
};

const layerRules = LAYERS.map(({ folder, mayImport }, row) => ({
  name: `layer-${folder}`,
  comment: `src/${folder} may import ${describe(mayImport)} (base: any file).`,
  severity: 'error',
  // A unit test may set its subject up with any part of the package.
  from: { path: `^src/${folder}/`, pathNot: [TEST, TEST_HELPER] },
  to: { path: '^src/', pathNot: [`^src/${folder}/`, ...facesFor(mayImport, row)] },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'layer-root',
      comment: `src/index.ts may import ${describe(ROOT_MAY_IMPORT)}.`,
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$', pathNot: TEST },
      to: { path: '^src/', pathNot: ROOT_MAY_IMPORT.map(face) },
    },
    {
      name: 'folder-without-a-row',
      comment: 'Every folder of src has a row in the table of .dependency-cruiser.cjs.',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: LAYERS.map(({ folder }) => `^src/${folder}/`) },
    },
    {
      name: 'no-cycle',
      comment: 'Move what both sides need to a third file. Type imports count: a cycle of types is a cycle of ideas.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-outside-src',
      comment: 'The package must not need its tests, benches, examples or scripts.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|examples|scripts|dist)/' },
    },
    {
      name: 'no-test-file',
      comment: 'A test file is not published, and importing it runs its tests.',
      severity: 'error',
      from: {},
      to: { path: TEST },
    },
    {
      name: 'no-test-helper',
      comment: 'What tests share is not published.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TEST, TEST_HELPER] },
      to: { path: TEST_HELPER },
    },
    {
      name: 'no-development-dependency',
      comment: 'What the package imports must be in "dependencies".',
      severity: 'error',
      from: { path: '^src/', pathNot: [TEST, TEST_HELPER] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-bundled'] },
    },
    {
      name: 'unresolvable',
      comment: 'The imported file or package does not exist.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['kube-informer-source', 'import', 'node', 'default', 'types'],
    },
  },
};
