import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isDuplicateKey } from '../../platform/errors.ts';
import { WorkshopModel, type WorkshopOrder } from './workshop-store.ts';

export interface Asked {
  req: IncomingMessage;
  /** Below the maker's folder. */
  path: string;
  body: Buffer;
  /** What a caller signs in with. */
  secret: string;
  /** Our ids, each of whose first attempt has failed. */
  failed: Set<string>;
}

/** `cut`: it was taken, but the answer is lost. */
export type Answer = 'silent' | 'cut' | { status: number; type: string; body: string };

export type Trouble = 'busy' | 'broken' | 'silent' | 'cut' | 'nowhere' | 'sold-out';

/** Streets that fail, whatever else is in the address: the first four at the first attempt only. */
const STREETS: Readonly<Record<string, Trouble>> = {
  '429 Busy Street': 'busy',
  '500 Broken Street': 'broken',
  '408 Silent Street': 'silent',
  '499 Cut Street': 'cut',
  '404 Nowhere Street': 'nowhere',
  '410 Empty Shelf': 'sold-out',
};

/** What goes wrong with an order to this street now. @param key our id of the order */
export function troubleAt(street: string, key: string, { failed }: Pick<Asked, 'failed'>): Trouble | null {
  const trouble = STREETS[street] ?? null;
  if (trouble === null || trouble === 'nowhere' || trouble === 'sold-out') return trouble;
  if (failed.has(key)) return null;
  failed.add(key);
  return trouble;
}

/** Stores an order once, however often it is sent. */
export async function keepOnce(order: Omit<WorkshopOrder, 'status' | 'createdAt'>): Promise<WorkshopOrder> {
  const { maker, key } = order;
  try {
    return (await WorkshopModel.create(order)).toObject();
  } catch (error) {
    const known = isDuplicateKey(error) ? await WorkshopModel.findOne({ maker, key }).lean<WorkshopOrder>() : null;
    if (!known) throw error;
    return known;
  }
}

export function json(status: number, body: object): Answer {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

/** In the form of a parcel service's. */
export function trackingNumberOf(key: string): string {
  const digits = BigInt(`0x${createHash('sha256').update(key).digest('hex').slice(0, 16)}`)
    .toString()
    .padStart(20, '0');
  return `94${digits.slice(-20)}`;
}
