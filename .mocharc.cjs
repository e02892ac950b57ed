// Mocha adds the files named on the command line to `spec`; whoever names files wants these only.
const named = process.argv.slice(2).some((word) => /\.test\.tsx?$/.test(word));

module.exports = {
  extension: ['ts', 'tsx'],
  ...(named ? {} : { spec: ['test/**/*.test.{ts,tsx}'] }),
  'node-option': ['import=tsx'],
  require: ['./test/helpers/root-hooks.ts'],
  timeout: 20000,
  exit: false,
};
