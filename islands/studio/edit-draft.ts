import type { Cue } from '../../src/shared/captions.ts';
import type { MediaEdit } from '../../src/shared/media-edit.ts';
import { type Draft, useSteps } from './use-steps.ts';

/** What an editor changes: the edit, and what is said; absent: nothing. */
export type Drafted = MediaEdit & { captions?: Cue[] | undefined };

/** An edit in progress, with undo and redo. */
export function useEditDraft(clipId: string, saved: Drafted): EditDraft {
  const { now, ...draft } = useSteps(`edit:${clipId}`, saved, tidy);
  return { edit: now, ...draft };
}

export type EditDraft = Omit<Draft<Drafted>, 'now'> & { edit: Drafted };

const IDLE: MediaEdit = {
  ...{ rotate: 0, straighten: 0, fill: 'blur' },
  ...{ volume: 0, muted: false, denoise: false, speed: 1 },
};

/** Without fields that change nothing. */
function tidy({ trim, crop, ...edit }: Drafted): Drafted {
  const idle: Record<string, unknown> = IDLE;
  const kept = Object.entries(edit).filter(
    ([field, value]) => value !== undefined && value !== idle[field] && !(Array.isArray(value) && value.length === 0),
  );
  return {
    ...Object.fromEntries(kept),
    ...(trim && (trim.start !== 0 || trim.end !== 0) && { trim }),
    ...(crop && !isWhole(crop) && { crop }),
  };
}

function isWhole({ x, y, width, height }: NonNullable<MediaEdit['crop']>): boolean {
  return x === 0 && y === 0 && width >= 0.999 && height >= 0.999;
}
