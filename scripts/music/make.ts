#!/usr/bin/env node
/**
 * Renders the product's own tracks to static/build/music as M4A.
 * Skips tracks whose score has not changed.
 *
 * node scripts/make-music.mjs [--wav] [--force]
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Bundles the score, which is TypeScript, for plain Node. */
async function loadMusic() {
  const bundle = await build({
    stdin: {
      contents: `export { TRACK_IDS, renderTrack } from './catalogue.ts'; export { encodeWav } from './wav.ts';`,
      resolveDir: join(ROOT, 'src/features/library/music'),
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const code = bundle.outputFiles[0].text;
  const music = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  return { ...music, stamp: createHash('sha256').update(code).digest('hex') };
}

function encode(wav, target) {
  const args = ['-nostdin', '-v', 'error', '-y', '-f', 'wav', '-i', 'pipe:0', '-map_metadata', '-1'];
  const output = [
    '-c:a',
    'aac',
    '-b:a',
    '128k',
    '-fflags',
    '+bitexact',
    '-flags:a',
    '+bitexact',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
  ];
  return new Promise((resolve, reject) => {
    const ffmpeg = spawn('ffmpeg', [...args, ...output, target], { stdio: ['pipe', 'ignore', 'inherit'] });
    ffmpeg.once('error', reject);
    ffmpeg.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))));
    ffmpeg.stdin.on('error', () => {});
    ffmpeg.stdin.end(wav);
  });
}

const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Makes missing and outdated tracks; returns their ids. */
export async function makeMusic({ folder = join(ROOT, 'static/build/music'), wav = false, force = false } = {}) {
  const { TRACK_IDS, renderTrack, encodeWav, stamp } = await loadMusic();
  await mkdir(folder, { recursive: true });
  const stampFile = join(folder, '.stamp');
  const isCurrent = !force && (await readFile(stampFile, 'utf8').catch(() => '')) === stamp;
  const made = [];
  for (const id of TRACK_IDS) {
    const target = join(folder, `${id}.m4a`);
    if (isCurrent && (await exists(target)) && (!wav || (await exists(join(folder, `${id}.wav`))))) continue;
    const { left, right } = renderTrack(id);
    const sound = encodeWav(left, right);
    if (wav) await writeFile(join(folder, `${id}.wav`), sound);
    await encode(sound, `${target}.part`);
    await rename(`${target}.part`, target);
    made.push(id);
  }
  await writeFile(stampFile, stamp);
  return made;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { wav: { type: 'boolean' }, force: { type: 'boolean' } } });
  const made = await makeMusic(values);
  console.log(made.length > 0 ? `made ${made.join(', ')}` : 'all tracks are up to date');
}
