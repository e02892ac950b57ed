import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setUpMachine } from './run/machine.mjs';
import { checkNode, setUpPackages } from './run/packages.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs missing system and npm packages.
 *
 * @param {{ tests?: boolean }} [options] `tests`: include those for tests
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
