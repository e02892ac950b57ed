import type { Receipt } from '../../src/shared/contracts/media.ts';
import type { PhoneFilm } from './films-of-phones.ts';

/** Time without progress after which a person gives up, in milliseconds: a fault on any machine. */
export const PATIENCE = 300_000;

/** One file that a contributor gives, and what the app has said of it so far. */
export interface Gift extends PhoneFilm {
  contributor: string;
  /** From the 201 on; null before. */
  uploadUrl: string | null;
  /** The highest offset that was acknowledged. */
  acknowledged: number;
  /** Whether it is to become a clip; somebody who thinks better of it uploads and leaves. */
  isMeant: boolean;
  receipt: Receipt | null;
}

/** What the app has acknowledged, and which of its promises it broke. */
export interface Ledger {
  gifts: Gift[];
  /** The last order that was acknowledged, by event. */
  orders: Map<string, string[]>;
  /** Renders that were acknowledged: what was last said of each. */
  renders: Map<string, { eventId: string; status: string; filmId: string | null }>;
  /** Counts whatever is acknowledged. */
  steps: number;
  /** Broken promises, each with what was expected and what came. */
  broken: string[];
}

export function newLedger(): Ledger {
  return { gifts: [], orders: new Map(), renders: new Map(), steps: 0, broken: [] };
}
