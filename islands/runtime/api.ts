import { ApiError, createApiClient } from '../../src/shared/api-client.ts';

/** API client for the page's own origin. Contracts by `callOf` carry no schemas. */
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
