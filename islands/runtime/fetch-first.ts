/** Files that are in the browser's HTTP cache, by name. */
const fetched = new Set<string>();

/**
 * Fetches files that an `import()` is about to load, which then finds them in the HTTP cache. Firefox, and Chrome on older
 * phones, remember a failed `import()` until the page is reloaded, so trying it again never helps (whatwg/html#6768); a
 * failed `fetch` can be repeated. The build writes a call of this before every `import()`.
 * @param names of files beside this one, separated by spaces
 */
export const fetchFirst = (names: string) =>
  Promise.all(
    names.split(' ').map(async (name) => {
      if (fetched.has(name)) return;
      const answer = await fetch(new URL(name, import.meta.url));
      // A file that breaks off must count as failed.
      await answer.arrayBuffer();
      if (!answer.ok) throw new TypeError(`${name}: ${answer.status}`);
      fetched.add(name);
    }),
  );

/** Whether code could not be loaded because the site has been updated since the page was made. */
export function isOutdated(error: unknown): boolean {
  return error instanceof TypeError && error.message.endsWith('.js: 404');
}
