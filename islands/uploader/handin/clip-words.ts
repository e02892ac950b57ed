import type { MediaCheck } from '../../../src/shared/contracts/media.ts';
import type { UploadItem } from '../core/upload-item.ts';

/** Readable name: without extension, except if the extension is the problem. */
export function itemName(item: UploadItem): string {
  if (item.phase === 'failed' || item.kind === 'text') return item.name;
  return item.name.replace(/(.)\.[A-Za-z0-9]{2,4}$/, '$1');
}

export interface ClipWords {
  badge: { tone?: 'good' | 'bad'; icon?: 'check' | 'warn'; text: string };
  text: string;
}

/** Status texts of a completed clip. Pure. */
export function clipWords(item: UploadItem): ClipWords {
  const badge = { tone: 'good', icon: 'check', text: 'It’s in' } as const;
  if (item.problem) return { badge, text: item.problem.message };
  if (item.media?.isGone) return { badge: { text: 'Not in' }, text: 'It was taken back or left out.' };
  if (item.media?.status === 'failed') {
    return {
      badge: { tone: 'bad', icon: 'warn', text: 'Can’t be used' },
      text: item.media.error?.message ?? 'We couldn’t open this one.',
    };
  }
  if (asksAgain(item)) return { badge, text: checkWords(item.media?.checks ?? []) };
  if (item.media?.status === 'ready') return { badge, text: 'Thank you. It’ll be in the film.' };
  return { badge, text: 'Thank you. We’re just checking it.' };
}

/** Whether to ask if a clip should be recorded again. */
export function asksAgain(item: UploadItem): boolean {
  return item.phase === 'in' && !item.kept && !item.media?.isGone && (item.media?.checks.length ?? 0) > 0;
}

const CHECKS: Record<MediaCheck, string> = {
  silent: 'It has no sound.',
  quiet: 'We can hardly hear you.',
  black: 'The picture is black.',
  short: 'It’s over in a moment.',
  sideways: 'It looks sideways.',
};

function checkWords(checks: readonly MediaCheck[]): string {
  const words = checks.map((check) => CHECKS[check]).join(' ');
  return `${words} You can have another go, or keep it.`;
}
