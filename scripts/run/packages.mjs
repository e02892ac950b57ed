import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LEAST = [20, 19];

/** Exits with a message when Node is too old. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return;
  console.error(`VidDay needs Node ${LEAST.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Installs packages when they are missing or the lock file has changed. */
export function setUpPackages(root) {
  const stamp = join(root, 'node_modules', '.installed-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing npm packages ...');
  // Not `npm ci`, which fails when a registry lacks a package for other platforms.
  const done = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (done.status !== 0) {
    console.error('npm could not install the packages; see its output above.');
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}
