// Mocha adds files from the command line to `spec`; run only those instead.
const named = process.argv.slice(2).some((word) => /\.test\.tsx?$/.test(word));

module.exports = {
  extension: ['ts', 'tsx'],
  ...(named ? {} : { spec: ['test/**/*.test.{ts,tsx}'] }),
  // Without require() of ES modules, mocha imports test files. Otherwise a module could be loaded twice, by require() and
  // by import(), with separate state and classes.
  'node-option': ['import=tsx', 'no-experimental-require-module'],
  require: ['./test/helpers/root-hooks.ts'],
  // Generous: a busy machine must not fail a test.
  timeout: 180000,
  exit: false,
};
