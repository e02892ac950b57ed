import { ApiError } from '../../src/shared/api-client.ts';
import { ChatError } from '../chat/chat-api.ts';

/** Converts a failure for the outbox, which decides on a retry. Always throws. */
export function toChatError(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const { retryAfter } = error.details;
  const words = Object.values(error.fields)[0] ?? error.message;
  throw new ChatError(words, error.status, typeof retryAfter === 'number' ? retryAfter * 1000 : null);
}
