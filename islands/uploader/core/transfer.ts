import type { DetailedError } from 'tus-js-client';
import { UPLOAD } from '../../../src/shared/limits.ts';
import { UPLOADS_PATH } from '../../../src/shared/upload-path.ts';
import { fileUnreadable, problemOf, type UploadProblem } from './problem.ts';

export interface TransferJob {
  blob: Blob;
  filename: string;
  filetype: string;
  event: string;
  owner: string;
  /** Where an earlier try left off; null for a new upload. */
  uploadUrl: string | null;
  /** Called before the first byte goes, so that a tab closed in that moment finds its upload again. */
  onUrl(url: string): void;
  /** Bytes on their way. */
  onProgress(sent: number): void;
  /** Bytes that the server has acknowledged. */
  onAcknowledged(sent: number): void;
}

/**
 * A line that went dead without a word, in milliseconds. Long, as a slow line may take a minute for what the system has
 * already buffered.
 */
const SILENCE = 75_000;

/**
 * Sends one file until it is all there, once: tries again are the queue's affair. Rejects with an `UploadProblem`, or with
 * the signal's reason when aborted. Resolves with the upload's address.
 */
export async function transfer(job: TransferJob, signal: AbortSignal): Promise<string> {
  const { Upload } = await import('tus-js-client');
  signal.throwIfAborted();
  return await new Promise<string>((resolve, reject) => {
    let watchdog = 0;
    const endpoint = job.uploadUrl ? null : UPLOADS_PATH;
    const upload = new Upload(job.blob, {
      endpoint,
      uploadUrl: job.uploadUrl,
      chunkSize: UPLOAD.chunkBytes,
      // Our queue waits, asks and tries again; it also keeps the address.
      retryDelays: null,
      storeFingerprintForResuming: false,
      uploadSize: job.blob.size,
      metadata: { filename: job.filename, filetype: job.filetype, event: job.event },
      headers: { 'Upload-Owner': job.owner },
      onUploadUrlAvailable: () => upload.url && job.onUrl(upload.url),
      onProgress(sent) {
        watch();
        job.onProgress(sent);
      },
      onChunkComplete: (_chunk, accepted) => job.onAcknowledged(accepted),
      onSuccess: () => settle(() => resolve(upload.url ?? '')),
      onError: (error) => settle(() => reject(toProblem(error))),
    });

    function watch(): void {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => {
        stop();
        settle(() => reject(problemOf(0, '')));
      }, SILENCE) as unknown as number;
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

/** Takes back an upload that is not finished; it expires by itself where this fails. */
export async function takeBack(uploadUrl: string, owner: string): Promise<void> {
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Owner': owner };
  await fetch(uploadUrl, { method: 'DELETE', headers }).catch(() => {});
}

function toProblem(error: Error | DetailedError): UploadProblem {
  if (!('originalRequest' in error) || !error.originalRequest) return fileUnreadable();
  const response = error.originalResponse;
  return problemOf(response?.getStatus() ?? 0, response?.getBody() ?? '');
}
