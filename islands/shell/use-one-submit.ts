import { useEffect } from 'react';

/** How long a form is not posted again, in milliseconds. After that its answer may never come. */
const WAIT = 10_000;

/**
 * Posts a form once when its button is clicked twice: the browser would drop the first answer with its cookies, and what
 * works once, such as a mailed link, would be used up. Another button, or another form, is posted.
 */
export function useOneSubmit(): void {
  useEffect(() => {
    let sent: { form: HTMLFormElement; by: HTMLElement | null; at: number } | null = null;
    const onSubmit = (event: SubmitEvent) => {
      const { target: form, submitter: by } = event;
      if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !isPostedHere(form, by)) return;
      const at = performance.now();
      if (sent?.form === form && sent.by === by && at - sent.at < WAIT) event.preventDefault();
      else sent = { form, by, at };
    };
    const forget = () => {
      sent = null;
    };
    // The last to hear of it: islands and the document may send it themselves.
    window.addEventListener('submit', onSubmit);
    window.addEventListener('pageshow', forget);
    return () => {
      window.removeEventListener('submit', onSubmit);
      window.removeEventListener('pageshow', forget);
    };
  }, []);
}

/** Whether the answer replaces this page. Attributes, because a field may have the name of a property. */
function isPostedHere(form: HTMLFormElement, by: HTMLElement | null): boolean {
  const method = by?.getAttribute('formmethod') ?? form.getAttribute('method');
  const target = by?.getAttribute('formtarget') ?? form.getAttribute('target');
  return method?.toLowerCase() === 'post' && (!target || target === '_self');
}
