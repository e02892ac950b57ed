import type { DetailedError } from 'tus-js-client';
import { UPLOAD } from '../../../src/shared/limits.ts';
import { UPLOADS_PATH } from '../../../src/shared/upload-path.ts';
import { fileUnreadable, problemOf, type UploadProblem } from './problem.ts';

export interface TransferJob {
  blob: Blob;
  filename: string;
  filetype: string;
  event: string;
  /** Key of the sender's own invitation. */
  invitation?: string | undefined;
  owner: string;
  /** URL of an earlier attempt; null for a new upload. */
  uploadUrl: string | null;
  /** Called before the first byte is sent, so that the upload can be resumed if the tab is closed. */
  onUrl(url: string): void;
  /** Bytes sent. */
  onProgress(sent: number): void;
  /** Bytes that the server has acknowledged. */
  onAcknowledged(sent: number): void;
}

/**
 * Timeout of a silent connection in milliseconds. Long, because a slow connection may take a minute for buffered data.
 */
const SILENCE = 75_000;

/** The code that sends; also prefetched. */
export const loadTus = () => import('tus-js-client');

/**
 * Uploads a file in a single attempt; the queue retries. Returns the upload's URL. Rejects with an `UploadProblem`, or
 * the signal's reason.
 */
export async function transfer(job: TransferJob, signal: AbortSignal): Promise<string> {
  const { Upload } = await loadTus();
  signal.throwIfAborted();
  return await new Promise<string>((resolve, reject) => {
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const endpoint = job.uploadUrl ? null : UPLOADS_PATH;
    const upload = new Upload(job.blob, {
      endpoint,
      uploadUrl: job.uploadUrl,
      chunkSize: UPLOAD.chunkBytes,
      // Our queue retries and stores the URL.
      retryDelays: null,
      storeFingerprintForResuming: false,
      uploadSize: job.blob.size,
      metadata: {
        filename: job.filename,
        filetype: job.filetype,
        event: job.event,
        ...(job.invitation && { invitation: job.invitation }),
      },
      headers: { 'Upload-Owner': job.owner },
      onUploadUrlAvailable: () => upload.url && job.onUrl(upload.url),
      onProgress(sent) {
        watch();
        job.onProgress(sent);
      },
      onAfterResponse(_request, response) {
        // Of a chunk, and of the question how far an interrupted upload is.
        const offset = Number(response.getHeader('Upload-Offset') ?? Number.NaN);
        if (response.getStatus() < 300 && offset >= 0) job.onAcknowledged(offset);
      },
      onSuccess: () => settle(() => resolve(upload.url ?? '')),
      onError: (error) => settle(() => reject(toProblem(error))),
    });

    function watch(): void {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => {
        stop();
        settle(() => reject(problemOf(0, '')));
      }, SILENCE);
    }

    function settle(finish: () => void): void {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', onAbort);
      finish();
    }

    function stop(): void {
      upload.abort().catch(() => {});
    }

    function onAbort(): void {
      stop();
      settle(() => reject(signal.reason));
    }

    signal.addEventListener('abort', onAbort, { once: true });
    watch();
    upload.start();
  });
}

/** Deletes an unfinished upload; if this fails, it expires. */
export async function takeBack(uploadUrl: string, owner: string): Promise<void> {
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Owner': owner };
  await fetch(uploadUrl, { method: 'DELETE', headers }).catch(() => {});
}

function toProblem(error: Error | DetailedError): UploadProblem {
  if (!('originalRequest' in error) || !error.originalRequest) return fileUnreadable();
  const response = error.originalResponse;
  return problemOf(response?.getStatus() ?? 0, response?.getBody() ?? '');
}
