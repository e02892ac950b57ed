import { CHAT_TOKEN_HEADER } from '../../src/shared/chat.ts';
import type { Envelope } from '../../src/shared/envelope.ts';

/** Short enough to try again while somebody still looks. */
const TIMEOUT = 20_000;

/** A call that was refused, or found no server (`status` 0). */
export class ChatError extends Error {
  readonly status: number;
  /** Milliseconds after which it may go well, where the server says so. */
  readonly retryAfter: number | null;

  constructor(message: string, status: number, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** The same call may go well later: the line is down, the server busy. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

interface ChatCall {
  token?: string | null;
  body?: object;
}

/** Calls the API of the chat without its contracts, whose schemas would outweigh the chat itself. Throws `ChatError`. */
export async function callChat<T>(method: 'GET' | 'POST' | 'PUT', path: string, call: ChatCall = {}): Promise<T> {
  const ends = new AbortController();
  const timer = setTimeout(() => ends.abort(), TIMEOUT);
  try {
    const response = await fetch(path, {
      method,
      signal: ends.signal,
      headers: {
        accept: 'application/json',
        ...(call.body && { 'content-type': 'application/json' }),
        ...(call.token && { [CHAT_TOKEN_HEADER]: call.token }),
      },
      ...(call.body && { body: JSON.stringify(call.body) }),
    });
    const answer = (await response.json()) as Envelope<T>;
    if (answer.success) return answer.data;
    const { message, fields } = answer.error;
    const seconds = Number(response.headers.get('retry-after'));
    throw new ChatError(
      Object.values(fields ?? {})[0] ?? message,
      response.status,
      seconds > 0 ? seconds * 1000 : null,
    );
  } catch (error) {
    if (error instanceof ChatError) throw error;
    throw new ChatError('We can’t reach the server. Are you online?', 0);
  } finally {
    clearTimeout(timer);
  }
}
