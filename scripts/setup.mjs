import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setUpMachine } from './run/machine.mjs';
import { checkNode, setUpPackages } from './run/packages.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs what is missing on this machine and in node_modules; does nothing when all is there.
 *
 * @param {{ tests?: boolean }} [options] `tests`: also what only the tests need
 */
export function setUp({ tests = false } = {}) {
  checkNode();
  setUpMachine({ tests });
  setUpPackages(ROOT);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  setUp({ tests: process.argv.includes('--tests') });
  console.log('Everything is installed.');
}
