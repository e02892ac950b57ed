import { bylineOf } from '../../src/shared/byline.ts';
import type { Media, MediaCheck } from '../../src/shared/contracts/media.ts';
import type { ClipFace, ClipState } from '../../views/ui/clip-tile.tsx';

const CHECKS: Record<MediaCheck, { short: string; long: string }> = {
  silent: { short: 'No sound', long: 'It has no sound.' },
  black: { short: 'Dark', long: 'The picture is nearly black.' },
  short: { short: 'Very short', long: 'It’s only a second or two long.' },
  quiet: { short: 'Too quiet', long: 'It’s very quiet. We’ve turned it up as far as we can.' },
  sideways: { short: 'Sideways', long: 'It looks like it was filmed sideways.' },
};

const STATES: Record<Media['status'], ClipState> = {
  uploading: 'uploading',
  processing: 'preparing',
  ready: 'ready',
  failed: 'failed',
};

const SHARPENING: Partial<Record<NonNullable<Media['upscale']>['status'], string>> = {
  queued: 'It’s waiting to be made sharper.',
  running: 'It’s being made sharper.',
  review: 'A sharper version is ready to compare.',
  failed: 'It couldn’t be made sharper. You can try again.',
};

/** Props of a clip's tile. */
export function faceOf(clip: Media): ClipFace {
  const check = clip.checks[0];
  return {
    name: bylineOf(clip.contributor),
    kind: clip.kind,
    state: isChanging(clip) ? 'ready' : STATES[clip.status],
    posterUrl: clip.kind === 'text' ? null : clip.posterUrl,
    text: clip.text,
    length: clip.length > 0 ? clip.length : null,
    isHidden: clip.hidden,
    isTakenOut: clip.isTakenOut,
    note: check ? { tone: 'warn', text: CHECKS[check].short } : null,
  };
}

/** Prepared before: the old version plays while a change is processed. */
function isChanging({ status, length }: Media): boolean {
  return status === 'processing' && length > 0;
}

const TAKEN_OUT =
  'Our team took this clip out, and nobody can watch it. Nothing is deleted. Write to us if you have a question about it.';

/** Remarks on a clip, in sentences. */
export function remarksOf(clip: Media): string[] {
  if (clip.isTakenOut) return [TAKEN_OUT];
  if (clip.status === 'failed') return [clip.error?.message ?? 'We couldn’t open it.'];
  const sharpening = SHARPENING[clip.upscale?.status ?? 'none'];
  return [...clip.checks.map((check) => CHECKS[check].long), ...(sharpening ? [sharpening] : [])];
}

/** A message that thanks have come in. A reload shows them. */
export function thanked(names: string) {
  return {
    text: `A thank-you from ${names} has come in.`,
    action: { label: 'See it', onClick: () => window.location.reload() },
  };
}

export function wordsOfRemoved(clips: number): string {
  return clips === 1 ? 'This person’s clip was removed.' : `All ${clips} clips from this person were removed.`;
}
