import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../scripts/build.mjs';
import { createApp } from '../../scripts/run/app.mjs';
import { freePort } from '../../scripts/run/port.mjs';
import { tempFolder } from '../helpers/temp-folder.ts';
import { pathOf } from '../helpers/test-process.ts';
import { isAlive, VICTIMS, type Victim } from './killer.ts';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface RunningApp {
  origin: string;
  varDir: string;
  databaseUri: string;
  pidOf(victim: Victim): number;
  /** Ends every process, and says which are left all the same. */
  stop(): Promise<string[]>;
}

/**
 * Builds and starts the app as `npm start` does, in a folder and on a port of its own; clips and films are small.
 *
 * @param env additional environment of web and worker
 */
export async function startRunningApp(
  onGiveUp: (name: string) => void,
  say: (words: string) => void,
  env: Record<string, string> = {},
): Promise<RunningApp> {
  await build({ root: ROOT });
  const [varDir, port] = [await tempFolder(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  let pids: number[] = [];
  const every = new Set<number>();
  const app = createApp({
    root: ROOT,
    port,
    host: '127.0.0.1',
    varDir,
    origin,
    // Kills lose writes, whatever the size of pictures.
    worker: await pathOf('small-app-worker'),
    // Each contributor comes from an address of their own, as in life; one for all would meet the limits of one.
    env: { NODE_ENV: 'test', LOG_LEVEL: process.env.LOG_LEVEL ?? 'error', TRUST_PROXY: '1', ...env },
    onGiveUp,
    say,
    onPids: (now) => {
      pids = now;
      for (const pid of now) every.add(pid);
    },
  });
  await app.start();
  return {
    origin,
    varDir,
    databaseUri: app.databaseUri,
    pidOf: (victim) => pids[VICTIMS.indexOf(victim)] ?? Number.NaN,
    async stop() {
      await app.stop();
      return [...[...every].filter(isAlive).map(String), ...toolsIn(varDir)];
    },
  };
}

/** Command lines of processes that work on something in this folder. */
function toolsIn(folder: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return command.includes(folder) ? [`${pid} ${command}`] : [];
    } catch {
      return [];
    }
  });
}
