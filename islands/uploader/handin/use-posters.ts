import { useEffect, useRef, useState } from 'react';
import type { UploadQueue } from '../core/queue.ts';
import type { UploadItem } from '../core/upload-item.ts';

/** Width of a poster in pixels: the largest stamp. */
const WIDTH = 320;
/** Timeout for a video's first frame, in milliseconds. */
const PATIENCE = 5000;

/** Local posters of the items’ files, as object URLs by item id. */
export function usePosters(queue: UploadQueue, items: readonly UploadItem[]): Readonly<Record<string, string>> {
  const [posters, setPosters] = useState<Record<string, string>>({});
  const asked = useRef(new Set<string>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const made = useRef<string[]>([]);

  useEffect(() => {
    for (const { id, kind, phase } of items) {
      if ((kind !== 'video' && kind !== 'photo') || phase === 'in' || asked.current.has(id)) continue;
      asked.current.add(id);
      // One at a time: phones decode few videos in parallel.
      last.current = last.current.then(async () => {
        const file = await queue.fileOf(id);
        const picture = file && (await (kind === 'photo' ? photoOf(file) : frameOf(file)).catch(() => null));
        if (!picture) return;
        made.current.push(picture);
        setPosters((now) => ({ ...now, [id]: picture }));
      });
    }
  }, [queue, items]);

  useEffect(
    () => () => {
      for (const url of made.current) URL.revokeObjectURL(url);
    },
    [],
  );
  return posters;
}

async function photoOf(file: Blob): Promise<string> {
  const url = URL.createObjectURL(file);
  const picture = new Image();
  picture.src = url;
  await picture.decode().catch((error: unknown) => {
    URL.revokeObjectURL(url);
    throw error;
  });
  return url;
}

async function frameOf(file: Blob): Promise<string | null> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    const loaded = once(video, 'loadeddata');
    video.src = url;
    await loaded;
    if (Number.isFinite(video.duration)) {
      const moved = once(video, 'seeked');
      video.currentTime = Math.min(0.5, video.duration / 2);
      await moved;
    }
    return await drawn(video);
  } finally {
    // Otherwise it keeps loading a revoked URL.
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

function once(video: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${event}`)), PATIENCE);
    video.addEventListener(event, () => {
      clearTimeout(timer);
      resolve();
    });
    video.addEventListener('error', () => {
      clearTimeout(timer);
      reject(new Error('This browser can’t play it'));
    });
  });
}

function drawn(video: HTMLVideoElement): Promise<string | null> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * video.videoHeight) / Math.max(1, video.videoWidth));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob((picture) => resolve(picture && URL.createObjectURL(picture)), 'image/jpeg', 0.8);
  });
}
