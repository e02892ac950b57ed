import type { Media } from '../../../src/shared/contracts/media.ts';
import type { FileKind } from '../../../src/shared/file-kinds.ts';

/**
 * Phase of an item: `waiting` for its turn, `sending`, `paused` by the user, `held` until network or server are back,
 * `uploaded` until Send, `adding` to the event, `in`, `failed` permanently.
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

/** Data given with Send: the clip's sender and where its link goes. */
export interface Signature extends Contributor {
  /** Names of other people in the clip. */
  with: readonly string[];
}

/** An item in local storage; its file is in IndexedDB under the same id. */
export interface UploadItem {
  id: string;
  /** Uuid of the event. */
  event: string;
  kind: FileKind | 'text';
  name: string;
  /** Bytes; 0 for a text. */
  size: number;
  type: string;
  fingerprint: string;
  text: string | null;
  /** Receipt key of the clip that this one replaces. */
  replaces: string | null;
  /** Key of the invitation by which the page was opened; absent without one. */
  invitation?: string;
  /** Recorded on this page, so that it can be recorded again. */
  isRecorded: boolean;
  /** Sender data, set by Send. Null: a draft, which is not added to the event. */
  signed: Signature | null;
  /** The user has not been thanked yet. */
  isNews: boolean;
  phase: Phase;
  /** Bytes that the server has acknowledged. */
  sent: number;
  uploadUrl: string | null;
  problem: ItemProblem | null;
  receipt: ReceiptLink | null;
  /** The server's data about the completed clip. */
  media: (Pick<Media, 'status' | 'checks' | 'error' | 'posterUrl' | 'length'> & { isGone?: boolean }) | null;
  /** The user was asked about the checks and keeps the clip. */
  kept: boolean;
  /** Whether the file survives closing the tab; null while it is being stored, false without space. */
  safe: boolean | null;
  createdAt: number;
}

/** State known only while the tab is open. */
export interface LiveProgress {
  /** Bytes sent, acknowledged or not. */
  sent: number;
  /** Bytes a second; null while unknown. */
  speed: number | null;
  /** Time of the last progress, by the page's clock in milliseconds. */
  at: number;
}

export interface Contributor {
  name: string;
  email: string;
}

export function isOpen(item: UploadItem): boolean {
  return item.phase !== 'in' && item.phase !== 'failed';
}

/** Open, and waiting for nothing but its turn. */
export function isReady(item: UploadItem): boolean {
  if (item.phase === 'uploaded') return Boolean(item.signed);
  return isOpen(item) && item.phase !== 'paused';
}

/** Stored in this browser until the user sends or discards it. */
export function isDraft(item: UploadItem): boolean {
  return item.phase !== 'in' && !item.signed;
}

/** Submitted and not yet in, possibly failed. */
export function isOnItsWay(item: UploadItem): boolean {
  return item.phase !== 'in' && Boolean(item.signed);
}

/** `d41d...` of `/api/uploads/d41d...`. */
export function uploadIdOf(uploadUrl: string): string {
  return uploadUrl.split(/[?#]/)[0]?.split('/').filter(Boolean).pop() ?? '';
}
