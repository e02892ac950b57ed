import type { CreateMediaBody, Receipt } from '../../../src/shared/contracts/media.ts';
import type { Envelope } from '../../../src/shared/envelope.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { problemOf } from './problem.ts';

const TIMEOUT = 45_000;

/** Adds an upload or text to the event. `id` makes retries idempotent. Throws an `UploadProblem`. */
export function addClip(content: CreateMediaBody, id: string, signal: AbortSignal): Promise<Receipt> {
  const body = JSON.stringify(content);
  return call('/api/v2/media', signal, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey(id, body) },
    body,
  });
}

/** Reads the status of a clip by its receipt. Throws an `UploadProblem`. */
export function readReceipt(receiptKey: string, signal: AbortSignal): Promise<Receipt> {
  return call(`/api/v2/receipts/${encodeURIComponent(receiptKey)}`, signal);
}

async function call(path: string, signal: AbortSignal, init: RequestInit = {}): Promise<Receipt> {
  const ends = new AbortController();
  const timer = setTimeout(() => ends.abort(), TIMEOUT);
  const pass = () => ends.abort();
  signal.addEventListener('abort', pass, { once: true });
  try {
    const response = await fetch(path, { ...init, signal: ends.signal }).catch(() => null);
    signal.throwIfAborted();
    if (!response) throw problemOf(0, '');
    const text = await response.text().catch(() => '');
    if (!response.ok) throw problemOf(response.status, text);
    const answer = parse(text);
    if (!answer?.success) throw problemOf(502, '');
    return answer.data;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', pass);
  }
}

function parse(text: string): Envelope<Receipt> | null {
  try {
    return JSON.parse(text) as Envelope<Receipt>;
  } catch {
    return null;
  }
}
