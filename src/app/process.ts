import mongoose from 'mongoose';
import { type Config, loadConfig } from '../platform/config.ts';
import { noticeStuckConnection } from '../platform/database/stuck-connection.ts';
import { createLog, type Log } from '../platform/log.ts';

/** Milliseconds that a process that has lost its database may take to shut down. */
const SHUT_DOWN_MS = 20_000;

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

/**
 * Shuts down gracefully on a signal, and when this process alone can't reach the database any more, as it is then started again.
 * A second signal exits at once.
 */
export function endWith({ config, log }: { config: Config; log: Log }, close: () => Promise<void>): void {
  let closing = false;
  const end = () => {
    if (closing) process.exit(1);
    closing = true;
    close().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled error'));
  if (!config.mongodbUri) return;
  noticeStuckConnection(mongoose.connection, config.mongodbUri, () => {
    // Its connection closes during a shutdown, too.
    if (closing) return;
    log.error('the database answers others, but not this process; ending, to be started again');
    setTimeout(() => process.exit(1), SHUT_DOWN_MS).unref();
    end();
  });
}
