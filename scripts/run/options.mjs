import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * What a command line and the environment ask of a start: a `.env` beside package.json counts where the environment says nothing.
 *
 * @param {string} root
 * @param {string[]} [args]
 * @returns {{ port: number, host: string, varDir: string, origin: string, mongodbUri: string | undefined, seed: boolean }}
 */
export function readOptions(root, args = process.argv.slice(2)) {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const { values } = readArgs(args);
  const port = Number(values.port ?? process.env.PORT ?? 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    console.error(`--port must be a number from 1 to 65535, not “${values.port ?? process.env.PORT}”.`);
    process.exit(1);
  }
  return {
    port,
    host: process.env.HOST || '127.0.0.1',
    varDir: resolve(root, process.env.VAR_DIR || 'var'),
    origin: process.env.APP_ORIGIN || `http://localhost:${port}`,
    mongodbUri: process.env.MONGODB_URI || undefined,
    seed: !values['no-seed'],
  };
}

function readArgs(args) {
  try {
    return parseArgs({ args, options: { port: { type: 'string' }, 'no-seed': { type: 'boolean' } } });
  } catch (error) {
    console.error(`${error.message}\nUsage: npm start -- [--port N] [--no-seed]`);
    process.exit(1);
  }
}
