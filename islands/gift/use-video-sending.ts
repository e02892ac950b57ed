import { useEffect, useRef, useState } from 'react';
import type { DetailedError, HttpResponse, Upload } from 'tus-js-client';
import { ApiError } from '../../src/shared/api-client.ts';
import { createMedia } from '../../src/shared/contracts/media.ts';
import type { Envelope } from '../../src/shared/envelope.ts';
import { newUuid } from '../../src/shared/idempotency.ts';
import { NAME_MAX, UPLOAD } from '../../src/shared/limits.ts';
import { UPLOADS_PATH } from '../../src/shared/upload-path.ts';
import { api } from '../runtime/api.ts';
import { forgetUpload, keepUpload, keptUpload } from './kept-upload.ts';

/** Pauses before the same upload goes on, in milliseconds. */
const RETRIES = [1000, 3000, 8000];
/** The upload is gone, used or somebody else’s. */
const REFUSED = [403, 404, 409, 410, 415, 422];
/** The same upload can go on: it was too slow, locked by an earlier attempt, or asked for too often. */
const LATER = [408, 423, 429];
const NOT_SENT = 'Your video didn’t arrive. Check your connection and send it again.';

/** An upload that a retry of the same file resumes, also after the page was closed. */
interface Begun {
  file: File;
  owner: string;
  url: string | null;
  running: Upload | null;
  mediaId: string | null;
}

/** Uploads a recipient's video. @param event the private key @param name name of the sender */
export function useVideoSending(event: string, name: string) {
  const [percent, setPercent] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const begun = useRef<Begun | null>(null);
  useEffect(() => () => void begun.current?.running?.abort().catch(() => undefined), []);

  async function transfer(video: Begun): Promise<string> {
    const tus = await import('tus-js-client');
    return new Promise((resolve, reject) => {
      const upload = new tus.Upload(video.file, {
        endpoint: video.url ? null : UPLOADS_PATH,
        uploadUrl: video.url,
        chunkSize: UPLOAD.chunkBytes,
        retryDelays: RETRIES,
        storeFingerprintForResuming: false,
        metadata: { filename: video.file.name, filetype: video.file.type, event },
        headers: { 'Upload-Owner': video.owner },
        onUploadUrlAvailable() {
          // With an endpoint, tus-js-client begins again whenever it can't learn how far the upload is.
          upload.options.endpoint = null;
          video.url = upload.url;
          if (upload.url) keepUpload(video.file, { url: upload.url, owner: video.owner });
        },
        onProgress: (sent, total) => setPercent(Math.floor((sent / total) * 100)),
        onSuccess: () => resolve(upload.url?.split('/').pop() ?? ''),
        onError: reject,
      });
      video.running = upload;
      upload.start();
    });
  }

  /** Resumes an upload that the server still has, and else begins another one. */
  async function resumeOrBegin(video: Begun): Promise<string> {
    if (!video.url) return transfer(video);
    try {
      return await transfer(video);
    } catch (error) {
      if (!isRefused(error)) throw error;
      video.url = null;
      return transfer(video);
    }
  }

  /** Id of the clip; null if the upload failed. */
  async function send(file: File): Promise<string | null> {
    if (begun.current?.file !== file) {
      const { url = null, owner = newUuid() } = keptUpload(file) ?? {};
      begun.current = { file, owner, url, running: null, mediaId: null };
    }
    const video = begun.current;
    if (video.mediaId) return video.mediaId;
    setTrouble(null);
    setPercent(0);
    try {
      const uploadId = await resumeOrBegin(video);
      const contributor = { name: name.slice(0, NAME_MAX) };
      const { media } = await api.call(createMedia, { body: { event, uploadId, contributor, isThankYou: true } });
      video.mediaId = media.id;
      forgetUpload();
      return media.id;
    } catch (error) {
      // Restart an upload that the server refused; resume one whose connection or server failed.
      if (isRefused(error)) {
        video.url = null;
        forgetUpload();
      }
      setTrouble(error instanceof ApiError ? error.message : refusalIn(responseTo(error)?.getBody()));
      return null;
    } finally {
      setPercent(null);
    }
  }

  /** The server has deleted what was sent: the next time all of it is sent. */
  function forget(): void {
    begun.current = null;
  }

  return { percent, trouble, send, forget };
}

/** Whether the server won't take this upload later either. */
function isRefused(error: unknown): boolean {
  if (error instanceof ApiError) return REFUSED.includes(error.status);
  const status = responseTo(error)?.getStatus() ?? 0;
  return status >= 400 && status < 500 && !LATER.includes(status);
}

/** What the server answered to a failed transfer; null without a connection. */
function responseTo(error: unknown): HttpResponse | null {
  const { originalResponse }: Partial<DetailedError> = Object(error);
  return originalResponse ?? null;
}

/** The server's message, or a generic one. */
function refusalIn(body = ''): string {
  try {
    const answer: Envelope<unknown> = JSON.parse(body);
    return answer.success ? NOT_SENT : answer.error.message;
  } catch {
    return NOT_SENT;
  }
}
