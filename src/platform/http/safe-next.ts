/**
 * Where to go after signing in: a path on our own pages, or `fallback`. Whatever a browser could take for another site
 * (`//host`, `/\host`, a scheme) is not followed, nor is a way back to the sign-in pages or into the API.
 */
export function safeNext(next: unknown, fallback: string): string {
  if (typeof next !== 'string' || next.length > 500 || !/^\/(?![/\\])[^\\\p{Cc}\s]*$/u.test(next)) return fallback;
  const url = new URL(next, 'http://own.invalid');
  if (url.host !== 'own.invalid' || /^\/(?:auth|api)(?:\/|$)/.test(url.pathname) || url.pathname.startsWith('//')) {
    return fallback;
  }
  return url.pathname + url.search + url.hash;
}
