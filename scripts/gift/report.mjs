const WAIT_BETWEEN = 2000;

/** Shows progress: a line that updates in a terminal, occasional lines elsewhere. */
export function createReport(out = process.stdout) {
  let shown = '';
  let shownAt = 0;

  function clear() {
    if (out.isTTY && shown) out.write('\r\u001b[2K');
    shown = '';
  }

  return {
    /** Prints a permanent line. */
    say(words) {
      clear();
      out.write(`${words}\n`);
    },
    /** Shows the current step; the next call replaces it. */
    progress(words) {
      if (words === shown) return;
      if (out.isTTY) out.write(`\r\u001b[2K${words.slice(0, (out.columns ?? 80) - 1)}`);
      else if (Date.now() - shownAt < WAIT_BETWEEN) return;
      else out.write(`${words}\n`);
      shown = words;
      shownAt = Date.now();
    },
    /** Prints the error on one line. */
    fail(error) {
      clear();
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    },
  };
}
