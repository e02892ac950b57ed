import { createReadStream } from 'node:fs';
import { Upload } from 'tus-js-client';

const RETRY_AFTER = [0, 1000, 3000, 5000, 10_000];

/**
 * A client of the app's public HTTP API with its own cookies.
 *
 * @param {object} options
 * @param {Awaited<ReturnType<import('./shared.mjs').loadShared>>} options.shared
 * @param {string} options.origin scheme, host and port of the app
 * @param {AbortSignal} [options.signal] cancels calls and uploads
 */
export function createVisitor({ shared, origin, signal }) {
  const cookies = new Map();

  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function request(address, init = {}) {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set('cookie', header());
    const answer = await fetch(new URL(address, origin), { signal, ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  }

  const client = shared.createApiClient({ origin, fetch: request });
  return {
    /** Calls a route by its contract and returns its data; throws the client's `ApiError`. */
    call: (contract, input = {}) => client.call(contract, { signal, ...input }),
    /** Requests a URL; relative ones are of the app. */
    request,
    /** Current cookies as a header. */
    cookies: header,
    /**
     * Uploads a file by tus and adds it to an event.
     *
     * @param {{ event: string, file: string, filename: string, contributor: { name: string }, caption?: string,
     *   onProgress?: (sent: number, size: number) => void }} clip `event`: its uuid
     */
    async addFile({ event, file, filename, onProgress, ...more }) {
      const uploadId = await upload({ shared, origin, signal, event, file, filename, onProgress });
      return client.call(shared.media.createMedia, { signal, body: { event, uploadId, ...more } });
    },
  };
}

/** Uploads a file in chunks, resumes after lost connections, and returns the upload's id. */
function upload({ shared, origin, signal, event, file, filename, onProgress }) {
  return new Promise((resolve, reject) => {
    const sending = new Upload(createReadStream(file), {
      endpoint: `${origin}/api/uploads`,
      chunkSize: shared.UPLOAD.chunkBytes,
      metadata: { filename, filetype: '', event },
      retryDelays: RETRY_AFTER,
      storeFingerprintForResuming: false,
      onProgress,
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0;
        return status < 400 || status >= 500 || [409, 423, 429].includes(status);
      },
      onSuccess: () => resolve(sending.url.split('/').at(-1)),
      onError: (error) => reject(signal?.aborted ? signal.reason : new Error(wordsOf(error), { cause: error })),
    });
    signal?.addEventListener('abort', () => {
      sending.abort().catch(() => {});
      reject(signal.reason);
    });
    sending.start();
  });
}

/** The server's message; tus embeds it in technical details. */
function wordsOf(error) {
  try {
    return JSON.parse(error.originalResponse.getBody()).error.message;
  } catch {
    return error.originalResponse
      ? `The server answered ${error.originalResponse.getStatus()}.`
      : 'The connection was lost.';
  }
}
