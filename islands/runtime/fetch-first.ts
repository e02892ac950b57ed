/** Files in the browser's HTTP cache, or on their way to it, by name. */
const fetched = new Map<string, Promise<void>>();

/**
 * Fetches files that an `import()` is about to load, which then finds them in the HTTP cache. Firefox, and Chrome on older
 * phones, remember a failed `import()` until the page is reloaded, so trying it again never helps (whatwg/html#6768); a
 * failed `fetch` can be repeated. The build writes a call of this before every `import()`.
 * @param names of files beside this one, separated by spaces
 */
export async function fetchFirst(names: string): Promise<void> {
  await Promise.all(names.split(' ').map(fetchOnce));
}

function fetchOnce(name: string): Promise<void> {
  const known = fetched.get(name);
  if (known) return known;
  const whole = fetchWhole(name);
  fetched.set(name, whole);
  whole.catch(() => fetched.delete(name));
  return whole;
}

async function fetchWhole(name: string): Promise<void> {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new TypeError(`${name} answered ${answer.status}`);
  // A file that breaks off must count as failed.
  await answer.arrayBuffer();
}
