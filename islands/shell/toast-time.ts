/**
 * How long a message is shown, in milliseconds; `again` is until the next look whether somebody is still at it. An action needs
 * time to be read and reached, for some users with a switch device.
 */
export const TOAST_TIME = { plain: 9000, withAction: 20_000, again: 4000 } as const;

/** Passed to the timers of messages, which ignore it: tests hold those that have it. */
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
