import type { Envelope, Refusal } from '../../src/shared/envelope.ts';

const TIMEOUT = 45_000;

/** No answer came: nobody waits any more, or it took too long. */
export class CallAborted extends Error {}

/** The server said no; `message` is for the person, `fields` has words by field. */
export class CallRefused extends Error {
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;

  constructor({ code, message, fields = {} }: Refusal) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

/**
 * Calls our API without its contracts, whose schemas would weigh more than the whole shell.
 * Throws `CallAborted`, `CallRefused`, or another error when no answer could be had.
 */
export async function callApi<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  options: CallOptions = {},
): Promise<T> {
  const { body, signal, keepalive } = options;
  const ends = new AbortController();
  const stop = () => ends.abort();
  const timer = setTimeout(stop, TIMEOUT);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const response = await fetch(path, {
      method,
      signal: ends.signal,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(keepalive && { keepalive }),
    });
    const answer = (await response.json()) as Envelope<T>;
    if (!answer.success) throw new CallRefused(answer.error);
    return answer.data;
  } catch (error) {
    if (ends.signal.aborted) throw new CallAborted('The call was aborted', { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

interface CallOptions {
  body?: object;
  signal?: AbortSignal;
  /** The call goes on when the page is left. */
  keepalive?: boolean;
}
