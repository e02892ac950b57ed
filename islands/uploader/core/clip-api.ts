import { ApiError } from '../../../src/shared/api-client.ts';
import { type CreateMediaBody, createMedia, getReceipt, type Receipt } from '../../../src/shared/contracts/media.ts';
import { api } from '../../runtime/api.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { problemOf, problemOfRefusal } from './problem.ts';

/** Adds an upload or text to the event. `id` makes retries idempotent. Throws an `UploadProblem`. */
export function addClip(body: CreateMediaBody, id: string, signal: AbortSignal): Promise<Receipt> {
  const key = idempotencyKey(id, JSON.stringify(body));
  // The queue retries.
  return api.call(createMedia, { body, idempotencyKey: key, retries: 0, signal }).catch(fail);
}

/** Reads the status of a clip by its receipt. Throws an `UploadProblem`. */
export function readReceipt(key: string, signal: AbortSignal): Promise<Receipt> {
  return api.call(getReceipt, { params: { key }, retries: 0, signal }).catch(fail);
}

function fail(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  // A successful status without our envelope comes from a proxy.
  throw error.status >= 200 && error.status < 300 ? problemOf(502, '') : problemOfRefusal(error);
}
