import { spawn } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed } from '../run/command-failed.mjs';
import { kindOfDatabase } from '../run/own-database.mjs';

const GUARD = new URL('../run/guard.mjs', import.meta.url).href;

/**
 * Runs the steps of `dist/backup.js` in order. Ctrl-C ends the current step, so that the command can clean up.
 *
 * @param {{ root: string, varDir: string }} options
 */
export function createSteps({ root, varDir }) {
  let child = null;
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      isInterrupted = true;
      child?.kill('SIGTERM');
    });
  }
  // Exceeding the file size limit (`ulimit -f`) becomes a write error, as on a full disk.
  process.on('SIGXFSZ', () => {});

  /**
   * Runs one step. It prints its own errors; throws `CommandFailed` when it fails.
   *
   * @param {string[]} args
   * @param {Record<string, string>} [env]
   */
  async function run(args, env = {}) {
    if (isInterrupted) throw new CommandFailed('');
    child = spawn(
      process.execPath,
      [`--import=${GUARD}`, '--enable-source-maps', join(root, 'dist/backup.js'), ...args],
      {
        cwd: root,
        env: { ...process.env, VAR_DIR: varDir, ...env },
        stdio: ['pipe', 'inherit', 'inherit'],
        // In its own process group: Ctrl-C reaches only this process, which ends the step.
        detached: true,
      },
    );
    child.stdin.on('error', () => {});
    const [code, signal] = await new Promise((resolve) => child.once('close', (...ended) => resolve(ended)));
    child = null;
    if (isInterrupted) throw new CommandFailed('Interrupted. Nothing was changed.');
    if (CRASHES.includes(signal) && args.includes('--database')) throw new CommandFailed(damaged(varDir));
    if (signal) throw new CommandFailed(`Stopped by ${signal}. Nothing was changed.`);
    if (code !== 0) throw new CommandFailed('');
  }

  return {
    root,
    varDir,
    run,
    isInterrupted: () => isInterrupted,
    kind: () => (process.env.MONGODB_URI ? 'configured' : kindOfDatabase(varDir)),
  };
}

/** LMDB does not verify pages, so a damaged one crashes the process that copies it. */
const CRASHES = ['SIGSEGV', 'SIGBUS', 'SIGABRT'];

/** @param {string} varDir */
function damaged(varDir) {
  return `The database file ${join(varDir, 'database/data.mdb')} is damaged. No backup was written, and nothing was changed.
Stop the app and restore the last backup: npm run restore -- FILE --replace
It keeps the current data in ${join(varDir, 'replaced-TIME')}.`;
}

/**
 * Creates a temporary folder for `name` next to it, and removes those left by killed runs.
 *
 * @param {string} folder
 * @param {string} name
 * @returns {string}
 */
export function makeWorkFolder(folder, name) {
  const prefix = `.${name}.`;
  for (const each of readdirSync(folder)) {
    const pid = each.startsWith(prefix) ? Number(/^(\d+)-/.exec(each.slice(prefix.length))?.[1] ?? 0) : 0;
    if (pid > 0 && !isAlive(pid)) rmSync(join(folder, each), { recursive: true, force: true });
  }
  return mkdtempSync(join(folder, `${prefix}${process.pid}-`));
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Flushes a folder's entries to the disk. */
export function syncFolder(folder) {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
