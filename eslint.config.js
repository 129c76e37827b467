import tseslint from 'typescript-eslint';

const TESTS = ['**/*.test.ts', 'test/**/*.ts'];

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'temp/', '.cache/', 'src/generated/', 'bench/peers/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', 'scripts/**/*.mjs', 'test/cluster/*.mjs'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      'no-constructor-return': 'error',
      'no-self-compare': 'error',
      'no-template-curly-in-string': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',

      '@typescript-eslint/no-explicit-any': 'error',
      // `void promise` has no owner either: whoever starts work in the background keeps the promise and awaits it at stop.
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `(x) => void send(x)` and `return void reject(error)` are plain ways to say that there is no result.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true },
      ],
      '@typescript-eslint/no-invalid-void-type': [
        'error',
        { allowAsThisParameter: true, allowInGenericTypeArguments: true },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // An index signature says that a key may be absent; `env['X']` keeps that visible.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/unified-signatures': ['error', { ignoreDifferentlyNamedParameters: true }],
      // It asks for `!`, which no-non-null-assertion forbids.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // Marks a function that must return a promise because its interface says so.
      '@typescript-eslint/require-await': 'off',
      // `() => undefined` and empty stubs of an interface are clear without a comment inside.
      '@typescript-eslint/no-empty-function': 'off',
      // A class with only static members may be the shape a user knows from another client.
      '@typescript-eslint/no-extraneous-class': 'off',
      // A generic used once still names what the caller gets back: `list<Pod>()`.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ExportDefaultDeclaration',
          message: 'Export by name: a default export has as many names as importers.',
        },
      ],
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: TESTS,
    rules: { 'max-lines': ['error', { max: 400 }] },
  },
  {
    files: ['src/base/logger.ts', 'src/cli/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: TESTS,
    rules: {
      // A test says `list[0]!` where the test itself put the element there.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A fake that breaks its promises on request is what many tests are for.
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      // expect(gauge.set(1)).toBeUndefined() is about just that.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // expect(object.method) is not a call without its object.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['scripts/**/*.mjs', 'test/cluster/*.mjs'],
    // A cast in a comment is invisible to the rule, and JSON.parse gives any.
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
);
