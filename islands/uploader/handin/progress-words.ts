import { bytes } from '../../../src/shared/format.ts';
import { timeLeft } from '../core/speed.ts';
import type { LiveProgress, UploadItem } from '../core/upload-item.ts';

export interface RowWords {
  badge: { tone?: 'good' | 'warn' | 'bad' | 'info'; icon?: 'check' | 'offline' | 'warn' | 'pause'; text: string };
  text: string;
}

/** Status text of a submitted item. Pure. */
export function rowWords(item: UploadItem, live: LiveProgress | undefined): RowWords {
  switch (item.phase) {
    case 'in':
      return { badge: { tone: 'good', icon: 'check', text: 'Sent' }, text: item.problem?.message ?? whatItIs(item) };
    case 'failed':
      return {
        badge: { tone: 'bad', icon: 'warn', text: 'Not sent' },
        text: item.problem?.message ?? 'We couldn’t send this.',
      };
    case 'paused':
      return { badge: { icon: 'pause', text: 'Paused' }, text: amount(item, item.sent) };
    case 'held':
      return { badge: { tone: 'warn', icon: 'offline', text: 'Waiting' }, text: amount(item, item.sent) };
    case 'waiting':
      return { badge: { text: 'Next up' }, text: whatItIs(item) };
    default:
      return { badge: { tone: 'info', text: 'Sending' }, text: amount(item, sentOf(item, live)) };
  }
}

export interface BatchWords {
  /** 0..100 */
  percent: number;
  /** Time left, or what it waits for. */
  text: string;
  state: 'moving' | 'paused' | 'waiting' | 'stuck';
}

/** Combined progress of all items of one Send. Pure. */
export function batchWords(
  items: readonly UploadItem[],
  live: Readonly<Record<string, LiveProgress>>,
  online: boolean,
): BatchWords {
  const counted = items.filter(({ phase }) => phase !== 'failed');
  const size = counted.reduce((sum, item) => sum + weightOf(item), 0);
  const sent = counted.reduce((sum, item) => sum + doneOf(item, live[item.id]), 0);
  const open = counted.filter(({ phase }) => phase !== 'in');
  // Not 100 % until everything is confirmed.
  const most = open.length > 0 ? 99 : 100;
  const percent = size > 0 ? Math.min(most, Math.floor((sent / size) * 100)) : 0;
  if (open.length === 0) {
    return {
      percent,
      text: items.length > 1 ? 'Not everything could be sent' : 'This couldn’t be sent',
      state: 'stuck',
    };
  }
  if (open.every(({ phase }) => phase === 'paused')) return { percent, text: 'Paused', state: 'paused' };
  if (!online) return { percent, text: 'You’re offline. We’ll carry on when you’re back.', state: 'waiting' };
  if (open.every(({ phase }) => phase === 'held' || phase === 'paused')) {
    return { percent, text: 'The connection dropped. We’ll pick up where we left off.', state: 'waiting' };
  }
  const speed = Object.values(live).reduce((sum, each) => sum + (each.speed ?? 0), 0);
  const left = timeLeft(size - sent, speed || null);
  return { percent, text: left.charAt(0).toUpperCase() + left.slice(1), state: 'moving' };
}

/** Texts have hardly any bytes, but they count. */
function weightOf(item: UploadItem): number {
  return Math.max(1024, item.size);
}

function doneOf(item: UploadItem, live: LiveProgress | undefined): number {
  if (item.phase === 'in') return weightOf(item);
  return Math.min(weightOf(item), sentOf(item, live));
}

/** Bytes sent, acknowledged or not. */
export function sentOf(item: UploadItem, live: LiveProgress | undefined): number {
  return Math.max(item.sent, live?.sent ?? 0);
}

const KINDS: Record<UploadItem['kind'], string> = { video: 'Video', photo: 'Photo', audio: 'Voice', text: 'Words' };

function whatItIs(item: UploadItem): string {
  return item.size > 0 ? `${KINDS[item.kind]}, ${bytes(item.size)}` : KINDS[item.kind];
}

function amount(item: UploadItem, sent: number): string {
  if (item.size === 0) return KINDS[item.kind];
  if (sent >= item.size) return 'Uploaded';
  const all = bytes(item.size);
  const [, unit = ''] = all.split(' ');
  return `${bytes(sent).replace(` ${unit}`, '')} of ${all}`;
}
