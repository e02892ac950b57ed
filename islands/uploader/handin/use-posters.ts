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

/** Drawn small: twenty photos of a camera at their full size are more than an old phone's memory. */
async function photoOf(file: Blob): Promise<string | null> {
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const { naturalWidth, naturalHeight } = picture;
    // Only PNG keeps what is transparent in every browser.
    return await drawn(
      picture,
      naturalWidth,
      naturalHeight,
      /jpe?g|hei[cf]/.test(file.type) ? 'image/jpeg' : 'image/png',
    );
  } finally {
    URL.revokeObjectURL(url);
  }
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
    return await drawn(video, video.videoWidth, video.videoHeight, 'image/jpeg');
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

/** An object URL of the picture at `WIDTH`; null if the browser can't draw it. */
function drawn(picture: CanvasImageSource, width: number, height: number, type: string): Promise<string | null> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * height) / Math.max(1, width));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob((small) => resolve(small && URL.createObjectURL(small)), type, 0.8);
  });
}
