/**
 * Memory and CPU of a process that prepares photos and text cards one after the other, with the settings of
 * `run/allocation.mjs` and without, in turns: `node scripts/bench/memory.mjs [rounds]`. Prints medians and ratios.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALLOCATION } from '../run/allocation.mjs';
import { measure, median } from './measure.mjs';

const HERE = fileURLToPath(import.meta.url);
const CLIPS = 8;
const MB = 1024 ** 2;

if (process.argv[2] === 'prepare') await prepareAll();
else compare(Number(process.argv[2] ?? 3));

/** Prints CPU seconds, with those of tools, and the bytes that the process holds afterwards. */
async function prepareAll() {
  const { register } = await import('tsx/esm/api');
  register();
  const { prepareClip } = await import('../../src/features/media/prepare/prepare-clip.ts');
  const folder = mkdtempSync(join(tmpdir(), 'bench-memory-'));
  try {
    const { cpu } = await measure(async () => {
      for (let clip = 0; clip < CLIPS; clip++) {
        const out = join(folder, String(clip));
        const text = { kind: 'text', text: `Happy birthday, number ${clip}!`, name: 'Ruth', isQuiet: false };
        const photo = { kind: 'photo', path: 'static/films/birthday.webp' };
        await prepareClip({ ...(clip % 2 ? text : photo), edit: {} }, out);
        rmSync(out, { recursive: true });
      }
    });
    process.stdout.write(JSON.stringify({ cpu, held: process.memoryUsage.rss() }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compare(rounds) {
  const plain = Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in ALLOCATION)));
  const runs = { without: [], with: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [name, env] of Object.entries({ without: plain, with: { ...plain, ...ALLOCATION } })) {
      const { stdout, stderr, status } = spawnSync(process.execPath, [HERE, 'prepare'], { env, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      runs[name].push(JSON.parse(stdout));
    }
  }
  const of = (name, what) => median(runs[name].map((run) => run[what]));
  for (const name of Object.keys(runs)) {
    console.log(`${name}: ${Math.round(of(name, 'held') / MB)} MB held, ${of(name, 'cpu').toFixed(1)} s CPU`);
  }
  for (const what of ['held', 'cpu']) console.log(`${what}: ${(of('with', what) / of('without', what)).toFixed(2)}`);
}
