import { type Config, loadConfig } from '../platform/config.ts';
import { createLog, type Log } from '../platform/log.ts';

/** Reads the configuration and makes the log of a process; ends with every problem named when it can't be used. */
export function beginProcess(name: 'web' | 'worker'): { config: Config; log: Log } {
  // What it writes is for its own user alone.
  process.umask(0o077);
  try {
    const config = loadConfig();
    return { config, log: createLog(config, name) };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Ends a process once it is asked to, after its parts have let go. A second request ends it at once. */
export function endWith(log: Log, close: () => Promise<void>): void {
  let closing = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1);
      closing = true;
      close().then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, 'did not end cleanly');
          process.exit(1);
        },
      );
    });
  }
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'nobody handled this error'));
}
