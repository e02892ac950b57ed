/**
 * What preparing a clip costs beside a plain transcode of the same clip to the same renditions and sound:
 * `node scripts/bench/prepare.mjs [seconds]`. Exit code 0 only when every demand is met.
 * CPU time is counted, so that other work on the machine hardly shows; the wait for the preview is wall clock and does show.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';

register();
const { prepareClip } = await import('../../src/features/media/prepare/prepare-clip.ts');
const { RENDITIONS, segmentAudioArgs, segmentVideoArgs } = await import('../../src/platform/ffmpeg/segment-format.ts');
const { runTool } = await import('../../src/platform/ffmpeg/run.ts');

const SECONDS = Number(process.argv[2] ?? 10);
const ROUNDS = 2;
const folder = mkdtempSync(join(tmpdir(), 'bench-prepare-'));
try {
  process.exitCode = (await bench()) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function bench() {
  const clip = phoneClip();
  // Loads what is loaded once a worker: fonts, sharp, the page cache.
  await prepareClip({ kind: 'text', text: 'warm up', edit: {} }, join(folder, 'warm'));
  const plain = await leastOf(ROUNDS, () => plainTranscode(clip));
  const prepared = await leastOf(ROUNDS, () => prepareOnce(clip));
  const { stages } = prepared;
  const ratio = prepared.cpu / plain.cpu;
  const rows = [
    ['CPU of a plain transcode', `${plain.cpu.toFixed(2)} s`, ''],
    ['CPU of preparing', `${prepared.cpu.toFixed(2)} s`, ''],
    ['ratio', ratio.toFixed(2), verdict(ratio <= 1.3, '<= 1.3')],
    ['poster after', `${stages.poster?.toFixed(2)} s`, ''],
    ['first preview after', `${stages.preview?.toFixed(2)} s`, verdict(stages.preview <= 4, '<= 4 s')],
    [
      'memory at its peak',
      `${Math.round(prepared.memory / 2 ** 20)} MB`,
      verdict(prepared.memory <= 600 * 2 ** 20, '<= 600 MB'),
    ],
    ['load of the machine', loadavg()[0].toFixed(1), 'wall clock is fair only when nothing else runs'],
  ];
  for (const [what, value, note] of rows) process.stdout.write(`${what.padEnd(28)}${value.padStart(10)}  ${note}\n`);
  return ratio <= 1.3 && stages.preview <= 4 && prepared.memory <= 600 * 2 ** 20;
}

function verdict(isMet, demand) {
  return `${isMet ? 'pass' : 'FAIL'} (${demand})`;
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

/** Moving detail and grain at the rate of a phone's camera. */
function phoneClip() {
  const path = join(folder, 'phone.mp4');
  const picture = `mandelbrot=s=480x270:r=30,scale=1920:1080,noise=alls=3:allf=t,format=yuv420p,trim=duration=${SECONDS}`;
  const sound = `sine=f=300:d=${SECONDS}`;
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '17M', '-g', '30', '-c:a', 'aac'];
  const args = ['-v', 'error', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, ...encode, path];
  const { status, stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return path;
}

function plainTranscode(clip) {
  const args = [
    ...['-y', '-i', clip, '-filter_complex', '[0:v]split=2[a][b];[b]scale=1280:720[c]'],
    ...['-map', '[a]', ...segmentVideoArgs(RENDITIONS['1080']), join(folder, 'plain-1080.mp4')],
    ...['-map', '[c]', ...segmentVideoArgs(RENDITIONS['720']), join(folder, 'plain-720.mp4')],
    ...['-map', '0:a', ...segmentAudioArgs(), join(folder, 'plain.wav')],
  ];
  return runTool('ffmpeg', args, { timeLimit: 600_000 });
}

/** Runs `work` and gives the CPU seconds and the largest memory of this process and its children together. */
async function measured(work) {
  let memory = 0;
  const timer = setInterval(() => {
    memory = Math.max(memory, memoryNow());
  }, 40);
  const before = cpuSeconds();
  try {
    const stages = await work();
    return { cpu: cpuSeconds() - before, memory, stages };
  } finally {
    clearInterval(timer);
  }
}

/** The round that used least CPU: what else runs on the machine only ever adds. The memory is the largest of all rounds. */
async function leastOf(rounds, work) {
  const results = [];
  for (let round = 0; round < rounds; round++) results.push(await measured(work));
  const [least] = results.sort((a, b) => a.cpu - b.cpu);
  return { ...least, memory: Math.max(...results.map(({ memory }) => memory)) };
}

/** User and system time of this process and of the children that ended, in clock ticks of 1/100 s. */
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

function childrenOf(task) {
  try {
    return readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean);
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
