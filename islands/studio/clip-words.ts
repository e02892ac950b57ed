import type { Media, MediaCheck } from '../../src/shared/contracts/media.ts';
import type { ClipFace, ClipState } from '../../views/ui/clip-tile.tsx';

const CHECKS: Record<MediaCheck, { short: string; long: string }> = {
  silent: { short: 'No sound', long: 'There is no sound in it.' },
  black: { short: 'Dark', long: 'The picture is nearly black.' },
  short: { short: 'Very short', long: 'It lasts less than a second or two.' },
  quiet: { short: 'Too quiet', long: 'It is very quiet; we have turned it up as far as is good.' },
  sideways: { short: 'Sideways', long: 'It looks as if it were filmed sideways.' },
};

const STATES: Record<Media['status'], ClipState> = {
  uploading: 'uploading',
  processing: 'preparing',
  ready: 'ready',
  failed: 'failed',
};

/** A clip as its tile shows it. */
export function faceOf(clip: Media): ClipFace {
  const check = clip.checks[0];
  return {
    name: clip.contributor.name,
    kind: clip.kind,
    state: STATES[clip.status],
    posterUrl: clip.kind === 'text' ? null : clip.posterUrl,
    text: clip.text,
    length: clip.length > 0 ? clip.length : null,
    isHidden: clip.hidden,
    note: check ? { tone: 'warn', text: CHECKS[check].short } : null,
  };
}

/** What there is to know of a clip, in sentences. */
export function remarksOf(clip: Media): string[] {
  if (clip.status === 'failed') return [clip.error?.message ?? 'It could not be opened.'];
  return clip.checks.map((check) => CHECKS[check].long);
}
