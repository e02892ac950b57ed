import type { StillInput } from '../../../platform/ffmpeg/encode-still.ts';
import type { FilmFrame } from '../../../platform/ffmpeg/film-frames.ts';
import { edgeFrames } from '../../../platform/ffmpeg/segment-format.ts';
import { type Change, standing } from '../../../platform/ffmpeg/still-plan.ts';
import { textCardSteps } from './cards.ts';
import type { Run } from './run.ts';
import { visibleText } from './visible-text.ts';

/** Frames before the second line, from line to line, and after which a card stands. */
const SECOND = 24;
const APART = 12;
const STANDS = 90;
const LEAST_APART = 4;
/** Frames in which a line appears. */
const TAKES = 10;

/** Draws a text card whose lines appear one after the other. */
export async function textCardStill(
  { text, isQuiet = false, frames, frame }: { text: string; isQuiet?: boolean; frames: number; frame?: FilmFrame },
  run: Run,
): Promise<StillInput> {
  const steps = await textCardSteps(visibleText(text), run.name, isQuiet, frame?.drawn);
  const changes = changesOf(steps.length - 1, frames);
  const pictures = changes.length > 0 ? steps : steps.slice(-1);
  const script = standing(frames, changes);
  return { pictures, script, files: run.files, temp: run.temp, ...(frame && { frame }) };
}

/** @param lines that come after the first one, which is there from the start; none where there is no time for them */
function changesOf(lines: number, frames: number): Change[] {
  const until = Math.min(STANDS, frames - edgeFrames(frames) - TAKES);
  const apart = Math.min(APART, Math.floor((until - SECOND) / Math.max(1, lines)));
  if (apart < LEAST_APART) return [];
  return Array.from({ length: lines }, (_, index) => ({
    at: SECOND + index * apart,
    takes: Math.min(TAKES, apart),
    to: index + 1,
  }));
}
