/**
 * For how long messages are shown, in milliseconds, and until another look when somebody was still at one. An action needs
 * time to be read and reached, for some users with a switch device.
 */
export const TOAST_TIME = { plain: 9000, withAction: 20_000, again: 2500 } as const;

/**
 * Ends a message when it has been shown for `time`: not while somebody points at it, is in it by keyboard or has the page in the
 * background. Returns a function that calls this off. Browser only.
 */
export function endToastLater(end: () => void, time: number): () => void {
  let timer = setTimeout(endUnlessAttended, time);
  function endUnlessAttended() {
    const isAttended = document.getElementById('toasts')?.matches(':hover, :focus-within');
    if (document.hidden || isAttended) timer = setTimeout(endUnlessAttended, TOAST_TIME.again);
    else end();
  }
  return () => clearTimeout(timer);
}
