import helmet from 'helmet';

/** Only our own pages may use camera and microphone; other features are off. */
const PERMISSIONS = 'camera=(self), microphone=(self), screen-wake-lock=(self), geolocation=(), payment=(), usb=()';

/**
 * Headers of every answer, computed once. Pages set their own content policy, and with a key in the URL their
 * `Referrer-Policy`.
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
    // Pages send the same value, because browsers keep the latest.
    strictTransportSecurity: appOrigin.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })({} as never, recorder as never, () => undefined);
  collected.set('Permissions-Policy', PERMISSIONS);
  return [...collected];
}
