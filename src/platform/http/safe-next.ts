/**
 * Where to redirect after sign-in: one of our pages, or `fallback` for the API, sign-in pages and other sites
 * (`//host`, `/\host`).
 */
export function safeNext(next: unknown, fallback: string): string {
  if (typeof next !== 'string' || next.length > 500 || !/^\/(?![/\\])[^\\\p{Cc}\s]*$/u.test(next)) return fallback;
  const url = new URL(next, 'http://own.invalid');
  if (url.host !== 'own.invalid' || url.pathname.startsWith('//')) return fallback;
  if (/^\/(?:auth|api)(?:\/|$)/.test(url.pathname) && !/^\/auth\/activate\/[\w-]{1,100}$/.test(url.pathname))
    return fallback;
  return url.pathname + url.search + url.hash;
}
