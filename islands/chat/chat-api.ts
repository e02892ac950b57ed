import { CHAT_TOKEN_HEADER } from '../../src/shared/chat.ts';
import type { Envelope } from '../../src/shared/envelope.ts';

/** Short enough to retry while the user still looks. */
const TIMEOUT = 20_000;

/** A call that was refused or got no answer (`status` 0). */
export class ChatError extends Error {
  readonly status: number;
  /** Milliseconds to wait before a retry, if the server says so. */
  readonly retryAfter: number | null;

  constructor(message: string, status: number, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** Whether a retry may succeed: offline, or the server is busy. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

interface ChatCall {
  token?: string | null;
  body?: object;
}

/** Calls the chat API without its contracts, whose schemas are larger than the chat itself. Throws `ChatError`. */
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
