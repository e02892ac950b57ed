import type { MediaCheck } from '../../../src/shared/contracts/media.ts';
import { bytes } from '../../../src/shared/format.ts';
import { timeLeft } from '../core/speed.ts';
import type { LiveProgress, UploadItem } from '../core/upload-item.ts';

/** The name as a person reads it: without its ending, but where the ending is the trouble. */
export function itemName(item: UploadItem): string {
  if (item.phase === 'failed' || item.kind === 'text') return item.name;
  return item.name.replace(/(.)\.[A-Za-z0-9]{2,4}$/, '$1');
}

export interface ItemWords {
  /** One word with its colour; none while something moves. */
  badge: {
    tone: 'good' | 'warn' | 'bad' | 'info';
    icon: 'check' | 'offline' | 'warn' | 'clock' | 'pause';
    text: string;
  } | null;
  text: string;
  /** 0..1; null where there is no bar. */
  progress: number | null;
  /** The bar stands still. */
  still: boolean;
  /** The text changes all the time and is not to be read out. */
  moving: boolean;
}

/** What a row says about an item. Pure. */
export function itemWords(item: UploadItem, live: LiveProgress | undefined, online: boolean): ItemWords {
  const none = { badge: null, progress: null, still: false, moving: false };
  switch (item.phase) {
    case 'waiting':
      return { ...none, text: 'Next in line', progress: part(item.sent, item.size) };
    case 'sending':
      return { ...none, ...sending(item, live), moving: true };
    case 'paused':
      return {
        ...none,
        ...stands(item),
        badge: { tone: 'info', icon: 'pause', text: 'Paused' },
        text: `Paused at ${amount(item)}.`,
      };
    case 'held':
      return {
        ...none,
        ...stands(item),
        badge: { tone: 'warn', icon: 'offline', text: 'Waiting' },
        text: held(item, online),
      };
    case 'unnamed':
      return {
        ...none,
        badge: { tone: 'info', icon: 'clock', text: 'Not sent yet' },
        text: 'Uploaded. Add your name to send it.',
      };
    case 'adding':
      return { ...none, text: 'Adding it', progress: part(1, 1) };
    case 'failed':
      return {
        ...none,
        badge: { tone: 'bad', icon: 'warn', text: 'Not sent' },
        text: item.problem?.message ?? 'We couldn’t send this.',
      };
    case 'in':
      return { ...none, ...inside(item) };
  }
}

function sending(item: UploadItem, live: LiveProgress | undefined): Pick<ItemWords, 'text' | 'progress'> {
  const sent = Math.max(item.sent, live?.sent ?? 0);
  if (sent >= item.size) return { text: 'Uploaded, one moment', progress: 1 };
  const percent = Math.floor((sent / Math.max(1, item.size)) * 100);
  const speed = live?.speed ? `${bytes(live.speed)} a second` : '';
  const left = timeLeft(item.size - sent, live?.speed ?? null);
  return { text: [`${percent}% sent`, speed, left].filter(Boolean).join(', '), progress: part(sent, item.size) };
}

function stands(item: UploadItem): Pick<ItemWords, 'progress' | 'still'> {
  return item.kind === 'text' ? { progress: null, still: true } : { progress: part(item.sent, item.size), still: true };
}

function held(item: UploadItem, online: boolean): string {
  const goOn = item.sent > 0 ? `carry on from ${amount(item)}` : 'send it';
  if (!online) {
    const keep = item.safe === false ? 'if you keep this page open' : 'even if you close this page';
    return `You’re offline. We’ll ${goOn} as soon as you’re back, ${keep}.`;
  }
  return `${item.problem?.message ?? 'The connection dropped.'} We’ll ${goOn} automatically.`;
}

function inside(item: UploadItem): Pick<ItemWords, 'badge' | 'text'> {
  const isIn = { tone: 'good', icon: 'check', text: 'It’s in' } as const;
  if (item.problem) return { badge: isIn, text: item.problem.message };
  if (item.media?.status === 'failed') {
    return {
      badge: { tone: 'bad', icon: 'warn', text: 'Can’t be used' },
      text: item.media.error?.message ?? 'We couldn’t open this one.',
    };
  }
  if (asksAgain(item)) return { badge: isIn, text: checkWords(item.media?.checks ?? []) };
  if (item.media?.status === 'ready') return { badge: isIn, text: 'Thank you. It’ll be in the film.' };
  return { badge: isIn, text: 'Thank you. We’re just checking it.' };
}

/** Whether the owner is to say if a clip is to be recorded again. */
export function asksAgain(item: UploadItem): boolean {
  return item.phase === 'in' && !item.kept && (item.media?.checks.length ?? 0) > 0;
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

function amount(item: UploadItem): string {
  const all = bytes(item.size);
  const [, unit = ''] = all.split(' ');
  return `${bytes(item.sent).replace(` ${unit}`, '')} of ${all}`;
}

function part(done: number, all: number): number {
  return all > 0 ? Math.min(1, done / all) : 0;
}
