import { ApiError, createApiClient } from '../../src/shared/api-client.ts';

/** The API from the page's own origin. With contracts by `callOf`, no schema comes along. */
export const api = createApiClient();

/** The server said no: `message` is for the person, `fields` has words by field. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status !== 0;
}

/** No answer came: nobody waits for it any more, or it took too long. */
export function isAborted(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'TIMED_OUT';
  return error instanceof DOMException && error.name === 'AbortError';
}
