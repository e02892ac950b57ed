import { AppError, messageOf } from '../platform/errors.ts';
import type { ParcelProduct } from '../shared/contracts/orders.ts';

/** Who gets it. Lines that a country does not have are null. */
export interface MakerAddress {
  name: string;
  line1: string;
  line2: string | null;
  city: string;
  region: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
  phone: string | null;
}

/** Something to make and to post. */
export interface MakerOrder {
  /** Ours: the same id is made once. */
  id: string;
  product: ParcelProduct;
  quantity: number;
  to: MakerAddress;
  title: string;
  /** Seconds of the film. */
  length: number;
  /** URLs of what is on it and what is printed on it, which the maker fetches; for a printer the pictures themselves. */
  files: MakerFiles;
}

export type MakerFiles =
  | { kind: 'disc'; image: string; label: string; cover: string }
  | { kind: 'book'; film: string; cover: string }
  | { kind: 'card'; front: Buffer; back: Buffer };

/** `refused`: for good. */
export type MakerAnswer =
  | { state: 'taken'; makerId: string }
  | { state: 'refused'; why: 'address' | 'stock' | 'other'; message: string };

/** What a maker reports about an order. */
export interface MakerNews {
  /** Ours, or the maker's. */
  id: string | { makerId: string };
  status: 'inProduction' | 'shipped' | 'delivered' | 'failed';
  /** Of `failed`. */
  why: 'address' | 'stock' | 'other' | null;
  trackingUrl: string | null;
}

/** Somebody who makes things and posts them. */
export interface Maker {
  isSandbox: boolean;
  /** PROVIDER_DOWN if it did not answer, or only for now; asked again with the same id, it makes one. */
  submit(order: MakerOrder, signal?: AbortSignal): Promise<MakerAnswer>;
  /** How an order stands; null while there is nothing new. PROVIDER_DOWN. */
  look(order: { id: string; makerId: string }): Promise<MakerNews | null>;
}

/** Milliseconds that a maker may take to answer. */
const MAKER_LIMIT = 20_000;

/** PROVIDER_DOWN, with the cause for the log: never with addresses or keys. */
export function makerAway(name: string, cause: unknown): AppError {
  return new AppError('PROVIDER_DOWN', {
    message: 'The workshop isn’t answering right now. We try again later.',
    cause: new Error(`${name}: ${typeof cause === 'number' ? `status ${cause}` : messageOf(cause)}`),
  });
}

/** Asks a maker; throws PROVIDER_DOWN for 401, 403, 408, 409, 425, 429, 5xx, and where it does not answer. */
export async function askMaker(
  name: string,
  url: string,
  { limit = MAKER_LIMIT, ...init }: RequestInit & { limit?: number | undefined } = {},
): Promise<{ status: number; body: string }> {
  let answer: Response;
  let body: string;
  try {
    const signals = [AbortSignal.timeout(limit), ...(init.signal ? [init.signal] : [])];
    answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any(signals) });
    body = await answer.text();
  } catch (error) {
    throw makerAway(name, error);
  }
  const isForNow = answer.status >= 500 || [401, 403, 408, 409, 425, 429].includes(answer.status);
  if (isForNow) throw makerAway(name, answer.status);
  return { status: answer.status, body };
}

/** The JSON of an answer. PROVIDER_DOWN for anything else, such as the page of a proxy. */
export function jsonOf(name: string, body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw makerAway(name, error);
  }
}
