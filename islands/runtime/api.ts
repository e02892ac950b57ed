import { ApiError, createApiClient } from '../../src/shared/api-client.ts';

/** API client for the page's own origin. Islands call the API only through it; see decision 46. */
export const api = createApiClient();

/** The server refused: `message` is for the user, `fields` has messages by field. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status !== 0;
}

/** Aborted by the caller, or timed out. */
export function isAborted(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'TIMED_OUT';
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The same call may succeed later: the line is down, or the server is busy. */
export function isPassing(error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return status >= 500 || [0, 408, 429].includes(status);
}

/** The server or the line could not answer; unlike `isPassing`, false for what is no call. */
export function isBusy(error: unknown): boolean {
  return error instanceof ApiError && isPassing(error);
}

/** Why a call failed, for the person: what is wrong with a field before what is wrong at all. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return Object.values(error.fields)[0] ?? error.message;
  return 'That didn’t work. Please try again.';
}
