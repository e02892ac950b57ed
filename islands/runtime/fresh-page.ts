/**
 * A page of this site as it is now; null when it can't be had, such as after a redirect to the login, or that of a form
 * that was refused: it has no address of its own.
 */
export async function freshPage(address: string | URL = location.pathname): Promise<Document | null> {
  if (isRefusal()) return null;
  const answer = await fetch(address, { headers: { accept: 'text/html' }, cache: 'no-store' });
  if (!answer.ok || answer.redirected) return null;
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

function isRefusal(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  // Not all browsers know it, or the class that has it.
  return navigation !== undefined && 'responseStatus' in navigation && Number(navigation.responseStatus) >= 400;
}

/** Whether two states of a part of a page differ in words, links, pictures, classes or what their islands show. */
export function differs(one: Element | null, other: Element | null): boolean {
  return looksOf(one) !== looksOf(other);
}

function looksOf(part: Element | null): string {
  const marked = [...(part?.querySelectorAll('[class], [href], [src], [data-props]') ?? [])];
  const marks = marked.map((each) =>
    ['class', 'href', 'src', 'data-props'].map((name) => each.getAttribute(name)).join(),
  );
  return [part?.textContent, ...marks].join('\n');
}
