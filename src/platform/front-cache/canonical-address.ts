/** Query values longer than this are truncated. */
const VALUE_MAX = 64;
const PATH_MAX = 200;
const PLAIN_PATH = /^\/(?!\/)[a-z0-9\-._~/]*$/;

/** The request's path in its canonical spelling; null for other spellings, which are answered but never cached. */
export function canonicalPath(url: string): string | null {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (path.length > PATH_MAX || !PLAIN_PATH.test(path) || path.includes('//')) return null;
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The allowed query keys in a fixed order, each at most once and truncated. */
export function canonicalQuery(url: string, allowed: readonly string[]): Record<string, string> {
  const start = url.indexOf('?');
  if (start < 0 || allowed.length === 0) return {};
  const given = new URLSearchParams(url.slice(start + 1));
  const query: Record<string, string> = {};
  for (const name of allowed) {
    const value = given.get(name);
    if (value !== null) query[name] = value.slice(0, VALUE_MAX);
  }
  return query;
}

/** Joined by spaces, which no URL contains. */
export function cacheKey(build: string, path: string, query: Record<string, string>): string {
  for (const _ in query) return `${build} ${path} ${new URLSearchParams(query)}`;
  return `${build} ${path}`;
}
