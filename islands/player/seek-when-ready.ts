/** Seeks that wait for the metadata of a source. */
const waiting = new WeakMap<HTMLMediaElement, { seconds: number; src: string; forget(): void }>();

/**
 * Seeks now, and again once the metadata of the source is there: Safari drops what is set before. A later seek or another
 * source replaces it.
 */
export function seekWhenReady(media: HTMLMediaElement, seconds: number): void {
  waiting.get(media)?.forget();
  media.currentTime = seconds;
  if (media.readyState > 0) return;
  const { src } = media;
  const seek = () => {
    forget();
    if (media.src === src && media.currentTime !== seconds) media.currentTime = seconds;
  };
  function forget() {
    media.removeEventListener('loadedmetadata', seek);
    waiting.delete(media);
  }
  waiting.set(media, { seconds, src, forget });
  media.addEventListener('loadedmetadata', seek);
}

/** Where it plays, or will once it is ready, in seconds. */
export function positionOf(media: HTMLMediaElement): number {
  const wait = waiting.get(media);
  return wait?.src === media.src ? wait.seconds : media.currentTime;
}
