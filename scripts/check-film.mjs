#!/usr/bin/env node
/**
 * Checks a film file: one line for each check, exit code 0 only when all pass.
 *
 *   node scripts/check-film.mjs FILE [--expect-seconds N] [--no-sound-level] [--json]
 *
 * `--no-sound-level` skips the loudness, for silent films.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const run = promisify(execFile);

const FRAME_RATE = 30;
const SAMPLE_RATE = 48_000;
const AAC_BLOCK = 1024;
const DRIFT_MAX = 0.005;
const LOUDNESS = { target: -16, tolerance: 0.5, truePeakMax: -1.5 };

/** Passes arguments as an array and the path with `file:`, so that no file name is read as an option or protocol. */
async function tool(command, args) {
  try {
    const { stdout, stderr } = await run(command, args, { maxBuffer: 512 * 1024 ** 2 });
    return { stdout, stderr, failed: null };
  } catch (error) {
    if (error.code === 'ENOENT') throw new Error(`${command} is not installed`);
    return { stdout: error.stdout ?? '', stderr: error.stderr ?? '', failed: `exit code ${error.code}` };
  }
}

async function describe(file) {
  const entries =
    'stream=index,codec_type,codec_name,width,height,start_pts,duration_ts,time_base,sample_rate,channels:format=duration';
  const { stdout, failed } = await tool('ffprobe', [
    '-v',
    'error',
    '-of',
    'json',
    '-show_entries',
    entries,
    `file:${file}`,
  ]);
  if (failed) return null;
  const { streams = [] } = JSON.parse(stdout);
  return {
    video: streams.find((stream) => stream.codec_type === 'video'),
    audio: streams.find((stream) => stream.codec_type === 'audio'),
  };
}

/** Decodes everything and counts frames and samples. */
async function decodeAll(file) {
  const strict = ['-nostdin', '-hide_banner', '-v', 'info', '-nostats', '-xerror', '-err_detect', 'explode'];
  // `astats` counts decoded samples; timestamps would hide drift.
  const count = 'astats=measure_perchannel=none:measure_overall=Number_of_samples';
  const outputs = ['-map', '0:v:0', '-map', '0:a:0', '-af', `${count},ebur128=peak=true:framelog=verbose`];
  const { stderr, failed } = await tool('ffmpeg', [...strict, '-i', `file:${file}`, ...outputs, '-f', 'null', '-']);
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  return {
    failed: failed ? `${failed}: ${stderr.trim().split('\n').at(-1)}` : null,
    frames: Number([...stderr.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1] ?? Number.NaN),
    samples: Number(/Number of samples:\s*(\d+)/.exec(stderr)?.[1] ?? Number.NaN),
    loudness: Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1] ?? Number.NaN),
    truePeak: Number(/True peak:\s+Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1] ?? Number.NaN),
  };
}

/** The first packet whose DTS does not increase, or null. */
async function unorderedAt(file, stream) {
  const args = [
    '-v',
    'error',
    '-select_streams',
    stream,
    '-show_entries',
    'packet=dts',
    '-of',
    'csv=p=0',
    `file:${file}`,
  ];
  const { stdout, failed } = await tool('ffprobe', args);
  if (failed) return failed;
  let last = -Infinity;
  let number = 0;
  for (const line of stdout.split('\n')) {
    if (line === '') continue;
    const dts = Number.parseInt(line, 10);
    if (!(dts > last)) return `packet ${number}: ${line} after ${last}`;
    last = dts;
    number += 1;
  }
  return number === 0 ? 'no packets' : null;
}

const seconds = (stream) => {
  const [over, under] = stream.time_base.split('/').map(Number);
  return (stream.duration_ts * over) / under;
};

/**
 * Runs every check.
 * @param {string} file
 * @param {{ expectSeconds?: number, soundLevel?: boolean }} [options]
 * @returns {Promise<{ name: string, ok: boolean, detail: string }[]>}
 */
export async function checkFilm(file, { expectSeconds, soundLevel = true } = {}) {
  const checks = [];
  const check = (name, ok, detail) => checks.push({ name, ok: Boolean(ok), detail });
  const streams = await describe(file);
  check(
    'streams',
    streams?.video?.codec_name === 'h264' && streams?.audio?.codec_name === 'aac',
    streams
      ? `${streams.video?.codec_name ?? 'no video'} and ${streams.audio?.codec_name ?? 'no sound'}`
      : 'unreadable',
  );
  if (!streams?.video || !streams.audio) return checks;

  const decoded = await decodeAll(file);
  check('decodes to the end', decoded.failed === null, decoded.failed ?? `${decoded.frames} frames without an error`);

  const length = decoded.frames / FRAME_RATE;
  const frame = 1 / FRAME_RATE + 1e-6;
  const wanted = expectSeconds ?? length;
  const [told, toldSound] = [seconds(streams.video), seconds(streams.audio)];
  const isExact = [told, toldSound, length].every((value) => Math.abs(value - wanted) <= frame);
  check(
    'duration',
    isExact,
    `pictures ${length.toFixed(3)} s, told ${told.toFixed(3)} s and ${toldSound.toFixed(3)} s` +
      (expectSeconds === undefined ? '' : `, expected ${expectSeconds.toFixed(3)} s`),
  );

  const unordered = [await unorderedAt(file, 'v:0'), await unorderedAt(file, 'a:0')];
  check(
    'monotonic DTS',
    unordered.every((place) => place === null),
    unordered.find((place) => place !== null) ?? 'both streams',
  );

  // Decoders return whole blocks; the excess of the last one is not drift.
  const samples = Math.ceil((decoded.frames * SAMPLE_RATE) / FRAME_RATE / AAC_BLOCK) * AAC_BLOCK;
  const drift = (decoded.samples - samples) / SAMPLE_RATE + (streams.audio.start_pts ?? 0) / SAMPLE_RATE;
  check(
    'drift by decoded samples',
    Math.abs(drift) <= DRIFT_MAX && Math.abs(toldSound - length) <= DRIFT_MAX,
    `${(drift * 1000).toFixed(2)} ms (${decoded.samples} samples for ${decoded.frames} frames)`,
  );
  if (!soundLevel) return checks;
  check(
    'loudness',
    Math.abs(decoded.loudness - LOUDNESS.target) <= LOUDNESS.tolerance,
    `${decoded.loudness} LUFS (${LOUDNESS.target} ± ${LOUDNESS.tolerance})`,
  );
  check(
    'true peak',
    decoded.truePeak <= LOUDNESS.truePeakMax,
    `${decoded.truePeak} dBTP (at most ${LOUDNESS.truePeakMax})`,
  );
  return checks;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'expect-seconds': { type: 'string' }, 'no-sound-level': { type: 'boolean' }, json: { type: 'boolean' } },
  });
  const [file] = positionals;
  const expectSeconds = values['expect-seconds'] === undefined ? undefined : Number(values['expect-seconds']);
  if (positionals.length !== 1 || Number.isNaN(expectSeconds)) {
    console.error('usage: node scripts/check-film.mjs FILE [--expect-seconds N] [--no-sound-level] [--json]');
    return 2;
  }
  const checks = await checkFilm(file, { expectSeconds, soundLevel: !values['no-sound-level'] });
  const ok = checks.every((check) => check.ok);
  if (values.json) console.log(JSON.stringify({ ok, checks }, null, 2));
  else for (const check of checks) console.log(`${check.ok ? 'pass' : 'FAIL'}  ${check.name}: ${check.detail}`);
  return ok ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
