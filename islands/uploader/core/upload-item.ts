import type { Media } from '../../../src/shared/contracts/media.ts';
import type { FileKind } from '../../../src/shared/limits.ts';

/**
 * Where an item is on its way:
 * `waiting` for its turn, `sending`, `paused` by its owner, `held` until the network or the server is back,
 * `unnamed` until its owner says a name, `adding` to the event, `in`, `failed` for good.
 */
export type Phase = 'waiting' | 'sending' | 'paused' | 'held' | 'unnamed' | 'adding' | 'in' | 'failed';

export interface ItemProblem {
  code: string;
  message: string;
}

export interface ReceiptLink {
  mediaId: string;
  key: string;
  url: string;
}

/** One thing that a contributor gives, as it is kept in local storage; its bytes lie in IndexedDB under the same id. */
export interface UploadItem {
  id: string;
  /** The event's uuid. */
  event: string;
  kind: FileKind | 'text';
  name: string;
  /** Bytes; 0 for a text. */
  size: number;
  type: string;
  fingerprint: string;
  text: string | null;
  /** The receipt key of the own clip that this one takes the place of. */
  replaces: string | null;
  phase: Phase;
  /** Bytes that the server has acknowledged. */
  sent: number;
  uploadUrl: string | null;
  problem: ItemProblem | null;
  receipt: ReceiptLink | null;
  /** What the server says about the clip once it is in. */
  media: Pick<Media, 'status' | 'checks' | 'error' | 'posterUrl' | 'length'> | null;
  /** The owner was asked about the checks and keeps the clip as it is. */
  kept: boolean;
  /** Whether the file is kept over closing the tab; null while it is being put away, false where there is no room for it. */
  safe: boolean | null;
  createdAt: number;
}

/** What is only known while the tab is open. */
export interface LiveProgress {
  /** Bytes on their way, acknowledged or not. */
  sent: number;
  /** Bytes a second; null until it can be told. */
  speed: number | null;
  /** When the last byte went, on the page's clock in milliseconds. */
  at: number;
}

export interface Contributor {
  name: string;
  email: string;
}

export function isOpen(item: UploadItem): boolean {
  return item.phase !== 'in' && item.phase !== 'failed';
}

/** `d41d...` of `/api/uploads/d41d...`. */
export function uploadIdOf(uploadUrl: string): string {
  return uploadUrl.split(/[?#]/)[0]?.split('/').filter(Boolean).pop() ?? '';
}
