import { createHash } from 'node:crypto';

export interface PolicySources {
  /** Origin of clips and films, if it is not the app's. */
  mediaOrigin: string | null;
  /** Scheme, host and port of the app. */
  appOrigin: string;
}

/**
 * Content-Security-Policy of a page. Scripts are our files and the inline loader that `inline` allows (by nonce or
 * hash). Uploads can't run as scripts, because all answers have `nosniff`.
 * @param inline `'nonce-...'` or `'sha256-...'` of inline scripts and of inline styles; more origins of pictures, and
 * where forms redirect to
 */
export function contentPolicy(
  sources: PolicySources,
  inline: { script: string[]; style: string[]; pictures?: readonly string[]; forms?: readonly string[] },
): string {
  const media = sources.mediaOrigin ? [sources.mediaOrigin] : [];
  const quoted = (values: string[]) => values.map((value) => `'${value}'`);
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...quoted(inline.script)],
    'style-src': ["'self'", ...quoted(inline.style)],
    'img-src': ["'self'", 'data:', 'blob:', ...media, ...(inline.pictures ?? [])],
    'media-src': ["'self'", 'blob:', ...media],
    'font-src': ["'self'"],
    // In Safari before 15.4, `'self'` does not include websockets.
    'connect-src': ["'self'", sources.appOrigin.replace(/^http/, 'ws'), ...media],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'form-action': ["'self'", ...(inline.forms ?? [])],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** In the form of a `contentPolicy` source. */
export function sha256Source(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Headers of every page; the front cache bypasses the app's middleware. */
export function commonHeaders(sources: PolicySources): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), microphone=(self), geolocation=(), browsing-topics=()',
    ...(sources.appOrigin.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  };
}
