import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/**
 * The complete deployed web process on its own database: `front-development` with a terminal log, `front-production`
 * with a log line for each request. Rate limits are out of reach.
 *
 * @param {'front-development' | 'front-production'} name
 * @param {{ origin?: string | null }} [options] null: the address on which it listens
 * @returns {Promise<{ server: import('node:http').Server, port: number, close(): Promise<void> }>}
 */
export async function startDeployed(name, { origin = 'http://bench' } = {}) {
  const { register } = await import('tsx/esm/api');
  register();
  const { loadConfig } = await import('../../../src/platform/config.ts');
  const { createLog } = await import('../../../src/platform/log.ts');
  const { startWeb } = await import('../../../src/app/start-web.ts');
  const { RATE_RULES } = await import('../../../src/platform/http/rate-limits.ts');

  const folder = mkdtempSync(join(tmpdir(), 'bench-front-'));
  const database = await startDatabase(folder);
  const config = loadConfig({
    NODE_ENV: name.replace('front-', ''),
    HOST: '127.0.0.1',
    PORT: '0',
    ...(origin && { APP_ORIGIN: origin }),
    VAR_DIR: folder,
    MONGODB_URI: `${database.uri}/bench`,
    SESSION_SECRET: 'only-for-this-bench-and-nothing-else',
    MAIL_DNS_SERVERS: 'none',
    LEAKED_PASSWORDS_URL: 'none',
  });
  const log = createLog(config, 'web');
  const web = await startWeb({
    config,
    log,
    rules: RATE_RULES,
    pageRule: { points: Number.POSITIVE_INFINITY, seconds: 60 },
  });
  return {
    ...web,
    async close() {
      await web.close();
      database.child.kill('SIGTERM');
      await once(database.child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The deployed front page, compressed, with headers. */
export async function deployedFrontPage(read) {
  const web = await startDeployed('front-production');
  // The second answer comes from memory.
  await read(web.port, '/');
  const page = await read(web.port, '/');
  await web.close();
  return page;
}

async function startDatabase(folder) {
  const main = [join(ROOT, 'dist/embedded-mongo.js'), '--data', join(folder, 'database'), '--port', '0'];
  const child = spawn(process.execPath, main, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { uri: JSON.parse(line).uri.replace(/\/+$/, ''), child };
}
