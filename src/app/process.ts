import mongoose from 'mongoose';
import { type Config, loadConfig } from '../platform/config.ts';
import { noticeStuckConnection } from '../platform/database/stuck-connection.ts';
import { createLog, type Log } from '../platform/log.ts';

/** Loads the configuration and creates the log; exits with all problems listed when the configuration is invalid. */
export function beginProcess(name: 'web' | 'worker'): { config: Config; log: Log } {
  // Files are readable by the app's own user only.
  process.umask(0o077);
  try {
    const config = loadConfig();
    return { config, log: createLog(config, name) };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Shuts down gracefully on a signal; a second signal exits at once. */
export function endWith(log: Log, close: () => Promise<void>): void {
  let closing = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1);
      closing = true;
      close().then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, 'shutdown failed');
          process.exit(1);
        },
      );
    });
  }
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled error'));
}

/** Milliseconds that a process without its database has to shut down. */
const SHUT_DOWN_MS = 20_000;

/** Ends the process, which is then started again, when it alone can't reach the database any more. */
export function endWithoutDatabase({ config: { mongodbUri }, log }: { config: Config; log: Log }): void {
  if (!mongodbUri) return;
  noticeStuckConnection(mongoose.connection, mongodbUri, () => {
    log.error('the database answers others, but not this process; ending, to be started again');
    setTimeout(() => process.exit(1), SHUT_DOWN_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
}
