import type { Media } from '../../../src/shared/contracts/media.ts';
import type { FileKind } from '../../../src/shared/limits.ts';

/**
 * Where an item is on its way:
 * `waiting` for its turn, `sending`, `paused` by its owner, `held` until the network or the server is back,
 * `uploaded` until its owner presses Send, `adding` to the event, `in`, `failed` for good.
 */
export type Phase = 'waiting' | 'sending' | 'paused' | 'held' | 'uploaded' | 'adding' | 'in' | 'failed';

export interface ItemProblem {
  code: string;
  message: string;
}

export interface ReceiptLink {
  mediaId: string;
  key: string;
  url: string;
}

/** What Send says, which is final: who the clip is from and where its link goes. */
export interface Signature extends Contributor {
  /** Names of others in the clip. */
  with: readonly string[];
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
  /** Made by this page's recorder, so that it can be recorded again. */
  isRecorded: boolean;
  /** Who it is from, as given with Send, which is final. Null for a draft: nothing is added to the event before. */
  signed: Signature | null;
  /** The owner is still to be thanked for it. */
  isNews: boolean;
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

/** Kept in this browser until its owner sends or discards it. */
export function isDraft(item: UploadItem): boolean {
  return item.phase !== 'in' && !item.signed;
}

/** Sent by its owner and not yet in, perhaps because it failed. */
export function isOnItsWay(item: UploadItem): boolean {
  return item.phase !== 'in' && Boolean(item.signed);
}

/** `d41d...` of `/api/uploads/d41d...`. */
export function uploadIdOf(uploadUrl: string): string {
  return uploadUrl.split(/[?#]/)[0]?.split('/').filter(Boolean).pop() ?? '';
}
