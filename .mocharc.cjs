// Mocha adds the files named on the command line to `spec`; whoever names files wants these only.
const named = process.argv.slice(2).some((word) => /\.test\.tsx?$/.test(word));

module.exports = {
  extension: ['ts', 'tsx'],
  ...(named ? {} : { spec: ['test/**/*.test.{ts,tsx}'] }),
  // Without require() of modules, mocha imports test files. Otherwise a module that a test has required is there a second
  // time for whoever imports it at run time, with a state of its own and errors that are no `instanceof` the first's.
  'node-option': ['import=tsx', 'no-experimental-require-module'],
  require: ['./test/helpers/root-hooks.ts'],
  // Generous, as waiting costs nothing where all is well: a busy machine must not fail a test.
  timeout: 180000,
  exit: false,
};
