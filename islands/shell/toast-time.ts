/**
 * For how long messages are shown, in milliseconds, and the time between looks whether somebody is still at one. An action needs
 * time to be read and reached, for some users with a switch device.
 */
export const TOAST_TIME = { plain: 9000, withAction: 20_000, again: 4000 } as const;

/** Marks the timers, by an argument that they ignore: tests hold them. */
export const TOAST = 'toast';

/**
 * Ends a message when it has been shown for `time`: not while somebody points at it, is in it by keyboard or has the page in the
 * background, nor right after. Returns a function that calls this off. Browser only.
 */
export function endToastLater(end: () => void, time: number): () => void {
  let timer = setTimeout(look, time, TOAST);
  let wasAttended = false;
  function look() {
    const isAttended = document.hidden || document.getElementById('toasts')?.matches(':hover, :focus-within') === true;
    if (!isAttended && !wasAttended) return end();
    wasAttended = isAttended;
    timer = setTimeout(look, TOAST_TIME.again, TOAST);
  }
  return () => clearTimeout(timer);
}
