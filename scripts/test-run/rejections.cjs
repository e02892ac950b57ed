// Mocha looks away from a rejection that nothing waits for, and the product only logs it: here it fails the running test.
process.on('unhandledRejection', (reason) => {
  throw reason;
});
