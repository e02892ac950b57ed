import { join } from 'node:path';
import { lookAtVideo } from './look-at-video.ts';
import { posterOfVideo } from './poster.ts';
import type { FileInput, PrepareOptions, VideoLook } from './prepared-clip.ts';
import { writeToneMap } from './tone-map.ts';
import { spanOf } from './trim.ts';
import { isLarge } from './video-graph.ts';
import { factsOf, withRun } from './with-run.ts';

/* What is shown of a video before it is encoded. */

/** Writes both poster files; false if there is no picture. Throws like `prepareClip`. */
export function makePoster(input: FileInput, outFolder: string, options: PrepareOptions = {}): Promise<boolean> {
  return withRun(input, outFolder, options, async (run) => {
    const facts = await factsOf(input, run);
    if (facts.kind !== 'video') return false;
    const span = spanOf(facts, run.edit, input.maxLength);
    const source = { path: input.path, facts, edit: run.edit, span, toneMap: await writeToneMap(facts, run.temp) };
    return posterOfVideo(source, run.files, options.signal);
  });
}

/** Files that `makeLook` wrote besides `quickPreview`; none if `look` is null. */
export interface MadeLook {
  hasPreview: boolean;
  /** Of the whole clip; then `audio` exists. */
  look: VideoLook | null;
  /** The reduced picture of a large source. */
  reduced: string | null;
}

/**
 * Writes a small playable version: of the whole clip, with all results of a first pass, or of its first `seconds` only.
 * Throws like `prepareClip`.
 */
export function makeLook(
  input: FileInput,
  seconds: number | null,
  outFolder: string,
  options: PrepareOptions = {},
): Promise<MadeLook> {
  return withRun(input, outFolder, options, async (run) => {
    const facts = await factsOf(input, run);
    if (facts.kind !== 'video') return { hasPreview: false, look: null, reduced: null };
    const span = spanOf(facts, run.edit, input.maxLength);
    const source = { path: input.path, facts, toneMap: await writeToneMap(facts, run.temp) };
    if (seconds !== null && seconds < span.length) {
      const { start } = span;
      const beginning = spanOf(facts, { ...run.edit, trim: { start, end: start + seconds } });
      await lookAtVideo({ ...source, span: beginning }, null, run, true);
      return { hasPreview: true, look: null, reduced: null };
    }
    const reduced = isLarge(facts) ? join(outFolder, 'reduced.mp4') : null;
    return { hasPreview: true, look: await lookAtVideo({ ...source, span }, reduced, run), reduced };
  });
}
