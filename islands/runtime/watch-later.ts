import type { watchEvent } from './socket-client.ts';

/** Until another try to load the socket client, in milliseconds. */
const RETRY = 5000;

/**
 * Loads the socket client, then subscribes as `watchEvent` does. `onLost` also runs when it can't be loaded; it tries
 * again. Returns a function that unsubscribes.
 */
export function watchEventLater(
  ...[namespace, request, listeners, onJoined, onLost]: Parameters<typeof watchEvent>
): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () =>
    import('./socket-client.ts').then(
      (client) => {
        if (!isOver) stop = client.watchEvent(namespace, request, listeners, onJoined, onLost).stop;
      },
      () => {
        if (isOver) return;
        onLost?.();
        timer = setTimeout(start, RETRY);
      },
    );
  void start();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop?.();
  };
}
