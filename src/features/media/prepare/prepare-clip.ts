import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import { makePhoto, makeText, makeVoice } from './make-still.ts';
import { makeVideo } from './make-video.ts';
import type { PreparedClip, PrepareInput, PrepareOptions } from './prepared-clip.ts';
import type { Made, Run } from './run.ts';
import { segmentKey } from './segment-key.ts';
import { factsOf, withRun } from './with-run.ts';

const HASH_BYTES = 256 * 1024;

/**
 * Turns one untrusted source, or someone's words, into a segment and what belongs to it, in `outFolder`.
 * Whatever goes wrong, `outFolder` is left without these files and no process goes on.
 * Throws AppError WRONG_TYPE, UNREADABLE_MEDIA or TOO_LARGE where the file is at fault (trying again won't help),
 * ToolError where the machine is, or when `signal` was aborted.
 */
export async function prepareClip(
  input: PrepareInput,
  outFolder: string,
  options: PrepareOptions = {},
): Promise<PreparedClip> {
  return withRun(input, outFolder, options, async (run) => {
    const [made, sourceSha256] = await bothEnded(make(input, run), sha256Of(input, options.signal));
    const key = segmentKey(sourceSha256, run.edit, run.name);
    options.onProgress?.(1);
    return { segmentKey: key, sourceSha256, length: secondsOfFrames(made.frames), files: run.files, ...made };
  });
}

/** Waits for both even if one fails: nothing may go on in a folder that is being removed. */
async function bothEnded<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

async function make(input: PrepareInput, run: Run): Promise<Made> {
  if (input.kind === 'text') return makeText(input, run);
  const facts = await factsOf(input, run);
  if (facts.kind === 'photo') return makePhoto(input, facts, run);
  return facts.kind === 'video' ? makeVideo(input, facts, run) : makeVoice(input, facts, run);
}

async function sha256Of(input: PrepareInput, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256');
  if (input.kind === 'text')
    return hash.update(`${input.isQuiet ? 'quiet ' : ''}text\n${input.text.trim()}`).digest('hex');
  if (input.sha256) return input.sha256;
  const file = await open(input.path);
  try {
    // One buffer for all: the many of a stream would stay in memory beside the encoders until they are collected.
    const buffer = Buffer.alloc(HASH_BYTES);
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, HASH_BYTES);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
