const WAIT_BETWEEN = 2000;

/** Tells how far things are: one line that changes in a terminal, a line now and then anywhere else. */
export function createReport(out = process.stdout) {
  let shown = '';
  let shownAt = 0;

  function clear() {
    if (out.isTTY && shown) out.write('\r\u001b[2K');
    shown = '';
  }

  return {
    /** A line that stays. */
    say(words) {
      clear();
      out.write(`${words}\n`);
    },
    /** Where a step is; the next one takes its place. */
    progress(words) {
      if (words === shown) return;
      if (out.isTTY) out.write(`\r\u001b[2K${words.slice(0, (out.columns ?? 80) - 1)}`);
      else if (Date.now() - shownAt < WAIT_BETWEEN) return;
      else out.write(`${words}\n`);
      shown = words;
      shownAt = Date.now();
    },
    /** Why the command ends, on one line. */
    fail(error) {
      clear();
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    },
  };
}
