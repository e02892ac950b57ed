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
 * Prepares an untrusted source or text as a segment with its files in `outFolder`. On failure none of the files remain
 * and no process runs. Throws WRONG_TYPE, UNREADABLE_MEDIA or TOO_LARGE if the file is at fault (a retry won't help);
 * ToolError if the machine is, or when `signal` is aborted.
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

/** Waits for both even if one fails: no process may use a folder that is being removed. */
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
  // Another word than `text`, under which there are cards that stand still.
  if (input.kind === 'text')
    return hash.update(`${input.isQuiet ? 'quiet ' : ''}lines\n${input.text.trim()}`).digest('hex');
  if (input.sha256) return input.sha256;
  const file = await open(input.path);
  try {
    // One reused buffer: those of a stream would pile up next to the encoders until garbage collection.
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
