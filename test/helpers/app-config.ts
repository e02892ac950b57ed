import { type Config, loadConfig } from '../../src/platform/config.ts';
import { createLog, type Log } from '../../src/platform/log.ts';
import { newDatabaseUri } from './database.ts';
import { tempFolder } from './temp-folder.ts';

/**
 * A configuration for a test: any free port, a `VAR_DIR` of its own, a database of its own unless `MONGODB_URI` is
 * among `env`. `env` holds environment variables that take precedence.
 */
export async function testConfig(env: Record<string, string> = {}): Promise<Config> {
  return loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    MAIL_DNS_SERVERS: 'none',
    VAR_DIR: await tempFolder(),
    // Tests also run where the disk is nearly full.
    DISK_RESERVE: '64MB',
    MONGODB_URI: env.MONGODB_URI ?? (await newDatabaseUri()),
    ...env,
  });
}

/** A log that says nothing, or everything where `LOG_LEVEL` is set. */
export function testLog(): Log {
  const { LOG_LEVEL = 'silent' } = process.env;
  const { logLevel } = loadConfig({ LOG_LEVEL, SESSION_SECRET: 'only-to-read-the-level-of-the-log' });
  return createLog({ env: 'test', logLevel }, 'test');
}
