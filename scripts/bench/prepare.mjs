/**
 * Cost of preparing a clip, compared with a plain transcode to the same renditions, and peak memory for the heaviest
 * phone clips: `node scripts/bench/prepare.mjs [seconds]`. Exits with 0 only when all demands are met. Counts CPU time,
 * so other load hardly matters, except for the wait for the preview, which is wall time.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';
import { scoreboard } from './measure.mjs';
import { heavyClips, phoneClip, sparseClip, usualClips } from './prepare-clips.mjs';

register();
const { prepareClip } = await import('../../src/features/media/prepare/prepare-clip.ts');
const { CRF, edgeFadeFilters, FRAME_RATE, GOP_FRAMES, NORMALISE_FILTER, RENDITIONS, segmentAudioArgs } = await import(
  '../../src/platform/ffmpeg/segment-format.ts'
);
const { runTool } = await import('../../src/platform/ffmpeg/run.ts');

const SECONDS = Number(process.argv[2] ?? 10);
const ROUNDS = 2;
const HELD_SECONDS = 120;
const SDR_PICTURE = `scale=1920:1080,${NORMALISE_FILTER}`;
const MB = 2 ** 20;
const folder = mkdtempSync(join(tmpdir(), 'bench-prepare-'));
const board = scoreboard();
try {
  await usualClip();
  await otherShapes();
  await heaviestClips();
  await heldPictures();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = board.ok ? 0 : 1;

async function usualClip() {
  const clip = phoneClip(folder, SECONDS);
  // Warm up fonts, sharp and the page cache.
  await prepareClip({ kind: 'text', text: 'warm up', edit: {} }, join(folder, 'warm'));
  const plain = await leastOf(ROUNDS, () => plainTranscode(clip, 'sdr'));
  const prepared = await leastOf(ROUNDS, () => prepareOnce(clip));
  const { stages } = prepared;
  tellRatio('1080p phone clip', plain, prepared);
  const sizeOf = (...path) => statSync(join(folder, ...path)).size;
  for (const height of [1080, 720]) {
    const larger = sizeOf('out', `video-${height}.mp4`) / sizeOf(`plain-${height}.mp4`);
    board.note(`its ${height}p file beside that of the plain transcode, bytes: ${larger.toFixed(2)}`);
  }
  board.note(`its poster after ${stages.poster?.toFixed(2)} s`);
  board.add('its first preview', stages.preview <= 4, `after ${stages.preview?.toFixed(2)} s`, 'at most 4 s');
  tellMemory('1080p phone clip', prepared);
  await softEdges(clip);
  board.note(`load of the machine ${loadavg()[0].toFixed(1)}: wall clock is fair only when nothing else runs`);
}

/** Decoding and scaling with and without fades. No encoding, because x264's time varies by more than the fades cost. */
async function softEdges(clip) {
  const least = [Infinity, Infinity];
  for (let round = 0; round < 5 * ROUNDS; round++) {
    for (const [i, edges] of [[], edgeFadeFilters(SECONDS * FRAME_RATE)].entries()) {
      const { cpu } = await measured(() => filterOnly(clip, [SDR_PICTURE, ...edges].join(',')));
      least[i] = Math.min(least[i], cpu);
    }
  }
  const [without, faded] = least;
  const value = `${(faded - without).toFixed(2)} s more (${faded.toFixed(2)} s against ${without.toFixed(2)} s without encoding)`;
  board.add('soft edges, CPU a clip', faded - without <= 0.1, value, 'at most 0.1 s');
}

/** Compared with a naive tool: black bars, HDR shown as SDR, no poster, preview, name or loudness normalisation. */
async function otherShapes() {
  board.note(
    'the plain transcode and the naive tool make both renditions and the sound in one process, with x264’s own',
  );
  board.note('"veryfast" at our CRF, rate limit and key frames. The naive tool leaves out: blurred fill (black bars');
  board.note('instead), tone map, poster, quick preview, name, fades, loudness.');
  for (const { name, path, isHdr } of usualClips(folder, SECONDS)) {
    const naive = await leastOf(ROUNDS, () => naiveTranscode(path));
    const prepared = await leastOf(ROUNDS, () => prepareOnce(path));
    const ratio = prepared.cpu / naive.cpu;
    const value = `${ratio.toFixed(2)} (${prepared.cpu.toFixed(2)} s against ${naive.cpu.toFixed(2)} s)`;
    board.add(`${name}, CPU against a naive tool`, ratio <= 1.5, value, 'at most 1.5');
    if (!isHdr) continue;
    const wait = prepared.stages.preview;
    board.add(`${name}, its first preview`, wait <= 4, `after ${wait?.toFixed(2)} s`, 'at most 4 s');
    tellMemory(name, prepared);
  }
}

async function heaviestClips() {
  for (const { name, path, transfer } of heavyClips(folder)) {
    const prepared = await leastOf(transfer ? ROUNDS : 1, () => prepareOnce(path));
    tellMemory(name, prepared);
    if (transfer) tellRatio(name, await leastOf(ROUNDS, () => plainTranscode(path, transfer)), prepared);
  }
}

/** One small picture a second: cheap to send, and expensive for encoders that don't detect repeats. */
async function heldPictures() {
  const clip = sparseClip(folder, HELD_SECONDS);
  const plain = await measured(() => plainTranscode(clip, 'sdr', { hasSound: false }));
  const prepared = await measured(() => prepareOnce(clip));
  const value = `${(prepared.cpu / plain.cpu).toFixed(2)} (${prepared.cpu.toFixed(1)} s against ${plain.cpu.toFixed(1)} s)`;
  const name = `${HELD_SECONDS} s with one picture a second, CPU against a plain transcode`;
  board.add(name, prepared.cpu <= plain.cpu * 0.3, value, 'at most 0.3');
}

function tellRatio(name, plain, prepared) {
  const ratio = prepared.cpu / plain.cpu;
  const value = `${ratio.toFixed(2)} (${prepared.cpu.toFixed(2)} s against ${plain.cpu.toFixed(2)} s)`;
  board.add(`${name}, CPU against a plain transcode`, ratio <= 1.3, value, 'at most 1.3');
}

function tellMemory(name, { memory }) {
  const value = `${Math.round(memory / MB)} MB`;
  board.add(`${name}, memory of this process and its tools`, memory <= 600 * MB, value, 'at most 600 MB');
}

async function prepareOnce(clip) {
  const stages = {};
  const begun = performance.now();
  await prepareClip({ kind: 'video', path: clip, edit: {}, name: 'Grandma Ruth' }, join(folder, 'out'), {
    onStage: (stage) => {
      stages[stage] = (performance.now() - begun) / 1000;
    },
  });
  return stages;
}

/** A usual transcode: one decode, the film's size and colours, both renditions and audio. */
function plainTranscode(clip, transfer, { hasSound = true } = {}) {
  const toneMap = `zscale=tin=${transfer}:min=bt2020nc:pin=bt2020:t=linear:p=bt709:npl=203,format=gbrpf32le,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=limited`;
  const picture = transfer === 'sdr' ? SDR_PICTURE : `scale=1920:1080,${toneMap},${NORMALISE_FILTER}`;
  return transcode(clip, picture, hasSound);
}

function filterOnly(clip, picture) {
  const args = ['-y', '-i', clip, '-an', '-vf', `fps=${FRAME_RATE},${picture}`, '-f', 'null', '-'];
  return runTool('ffmpeg', args, { timeLimit: 600_000 });
}

function naiveTranscode(clip) {
  const bars = 'scale=1920:1080:force_original_aspect_ratio=decrease,pad=1920:1080:-1:-1';
  return transcode(clip, `${bars},${NORMALISE_FILTER}`);
}

function transcode(clip, picture, hasSound = true) {
  const args = [
    ...['-y', '-i', clip, '-filter_complex', `[0:v]fps=30,${picture},split=2[a][b];[b]scale=1280:720[c]`],
    ...['-map', '[a]', ...plainVideoArgs(RENDITIONS['1080']), join(folder, 'plain-1080.mp4')],
    ...['-map', '[c]', ...plainVideoArgs(RENDITIONS['720']), join(folder, 'plain-720.mp4')],
    ...(hasSound ? ['-map', '0:a', ...segmentAudioArgs(), join(folder, 'plain.wav')] : []),
  ];
  return runTool('ffmpeg', args, { timeLimit: 600_000 });
}

function plainVideoArgs({ maxRate }) {
  const rate = ['-crf', String(CRF), '-maxrate', `${maxRate}k`, '-bufsize', `${maxRate * 1.5}k`];
  return ['-c:v', 'libx264', '-preset', 'veryfast', ...rate, '-g', String(GOP_FRAMES), '-r', String(FRAME_RATE)];
}

/** CPU seconds and peak memory of this process and its children during `work`. */
async function measured(work) {
  let memory = 0;
  const timer = setInterval(() => {
    memory = Math.max(memory, memoryNow());
  }, 20);
  const before = cpuSeconds();
  try {
    const stages = await work();
    return { cpu: cpuSeconds() - before, memory, stages };
  } finally {
    clearInterval(timer);
  }
}

/** The round with the least CPU time, as other load only adds; the memory is the largest of all rounds. */
async function leastOf(rounds, work) {
  const results = [];
  for (let round = 0; round < rounds; round++) results.push(await measured(work));
  const [least] = results.sort((a, b) => a.cpu - b.cpu);
  return { ...least, memory: Math.max(...results.map(({ memory }) => memory)) };
}

/** User and system time of this process and its ended children, in ticks of 1/100 s. */
function cpuSeconds() {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

function memoryNow() {
  const children = readdirSync('/proc/self/task').flatMap((task) => childrenOf(task));
  return ['self', ...children].reduce((sum, pid) => sum + residentBytes(pid), 0);
}

/** Child processes, without the TypeScript compiler, which workers don't have. */
function childrenOf(task) {
  try {
    const children = readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return children.filter((pid) => !readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('esbuild'));
  } catch {
    return [];
  }
}

function residentBytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
