import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BY_ITSELF } from './outside.mjs';
import { isBadPort, nextPort } from './port.mjs';

const USAGE = `Usage: npm start -- [--port N] [--no-seed] [--practice DIR]

  --port N        listen there (default: PORT, or 3000)
  --no-seed       without the demo gift
  --practice DIR  with the data in DIR, where a backup was restored for practice, and without the site’s database,
                  files and vendors

Everything else is set by variables; see .env.example.`;

/**
 * Parses command line and environment; `.env` next to package.json supplies variables that are not set. Exits with a
 * message when they are invalid.
 *
 * @param {string} root
 * @param {string[]} [args]
 * @returns {{ port: number, host: string, varDir: string, origin: string, mongodbUri: string | undefined, seed: boolean
 *   }}
 */
export function readOptions(root, args = process.argv.slice(2)) {
  loadEnvironment(root);
  const values = readArgs(args);
  const isPractice = values.practice !== undefined;
  if (isPractice) practiseIn(values.practice);
  const asked = values.port ?? (process.env.PORT || '3000');
  const port = /^\d{1,5}$/.test(asked) ? Number(asked) : 0;
  if (port < 1 || port > 65_535) {
    console.error(`${values.port === undefined ? 'PORT' : '--port'} must be a number from 1 to 65535, not “${asked}”.`);
    process.exit(1);
  }
  if (isBadPort(port)) {
    console.error(`Browsers refuse to open port ${port}. Choose another: --port ${nextPort(port)}`);
    process.exit(1);
  }
  const isProduction = process.env.NODE_ENV === 'production';
  return {
    port,
    host: process.env.HOST || (isProduction ? '0.0.0.0' : '127.0.0.1'),
    varDir: varDirOf(root),
    origin: process.env.APP_ORIGIN || `http://localhost:${port}`,
    mongodbUri: process.env.MONGODB_URI || undefined,
    // The demo pays in the sandbox and uses invented addresses, so it is for local trials only.
    seed: !values['no-seed'] && !isPractice && !isProduction && !process.env.STRIPE_SECRET_KEY && !process.env.SMTP_URL,
  };
}

/** Loads `.env` next to package.json; existing variables take precedence. */
export function loadEnvironment(root) {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/**
 * Keeps this process and its children from the site that `.env` describes; of it, secret and prices stay. Exits without a
 * folder.
 *
 * @param {string} folder relative to where the command was called
 */
export function practiseIn(folder) {
  if (!folder) {
    console.error('--practice needs a folder of its own, such as --practice /tmp/practice');
    process.exit(1);
  }
  const here = process.env.INIT_CWD ?? process.cwd();
  Object.assign(process.env, BY_ITSELF, { HOST: '127.0.0.1', VAR_DIR: resolve(here, folder) });
}

/** Absolute path of all local data. */
export function varDirOf(root) {
  return resolve(root, process.env.VAR_DIR || 'var');
}

function readArgs(args) {
  try {
    const options = {
      port: { type: 'string' },
      'no-seed': { type: 'boolean' },
      practice: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    };
    const { values } = parseArgs({ args, options });
    if (!values.help) return values;
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exit(1);
  }
  console.log(USAGE);
  process.exit(0);
}
