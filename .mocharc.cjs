const { join } = require('node:path');

// Mocha adds files from the command line to `spec`; run only those instead.
const named = process.argv.slice(2).some((word) => /\.test\.(?:tsx?|mjs)$/.test(word));
/** Where a whole run has bundled the tests; a run of named files uses the sources. */
const bundles = process.env.TEST_BUNDLES;

module.exports = {
  extension: ['ts', 'tsx'],
  ...(named ? {} : { spec: ['test/**/*.test.{ts,tsx}'] }),
  // Without require() of ES modules, mocha imports test files. Otherwise a module could be loaded twice, by require() and
  // by import(), with separate state and classes.
  'node-option': bundles ? ['enable-source-maps'] : ['import=tsx', 'no-experimental-require-module'],
  require: [
    './scripts/test-run/rejections.cjs',
    bundles ? join(bundles, 'test/helpers/root-hooks.mjs') : './test/helpers/root-hooks.ts',
  ],
  // Generous: a busy machine must not fail a test.
  timeout: 600000,
  exit: false,
};
