/**
 * Where to go after signing in: a path on our own pages, or `fallback`. Whatever a browser could take for another site
 * (`//host`, `/\host`, a scheme) is not followed, nor is a way back to the sign-in pages or into the API. The page that confirms
 * an address is none of those: whoever has logged in goes on there.
 */
export function safeNext(next: unknown, fallback: string): string {
  if (typeof next !== 'string' || next.length > 500 || !/^\/(?![/\\])[^\\\p{Cc}\s]*$/u.test(next)) return fallback;
  const url = new URL(next, 'http://own.invalid');
  if (url.host !== 'own.invalid' || url.pathname.startsWith('//')) return fallback;
  if (/^\/(?:auth|api)(?:\/|$)/.test(url.pathname) && !/^\/auth\/activate\/[\w-]{1,100}$/.test(url.pathname))
    return fallback;
  return url.pathname + url.search + url.hash;
}
