import helmet from 'helmet';

/** Cameras and microphones are for our own pages only; nobody may have the rest. */
const PERMISSIONS = 'camera=(self), microphone=(self), screen-wake-lock=(self), geolocation=(), payment=(), usb=()';

/**
 * The headers that stand on every answer, computed once. The policy for scripts and styles is here that of an answer
 * which is no page; a page sets its own, and a page with a key in its address its own `Referrer-Policy`.
 */
export function securityHeaders(appOrigin: string): [name: string, value: string][] {
  const collected = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => collected.set(name, value),
    removeHeader: (name: string) => collected.delete(name),
  };
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'same-origin' },
    // The same on pages, as browsers keep what they were told last.
    strictTransportSecurity: appOrigin.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })({} as never, recorder as never, () => undefined);
  collected.set('Permissions-Policy', PERMISSIONS);
  return [...collected];
}
