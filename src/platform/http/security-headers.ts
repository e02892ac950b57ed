import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Only our own pages may use camera and microphone; other features are off. */
const PERMISSIONS = 'camera=(self), microphone=(self), screen-wake-lock=(self), geolocation=(), payment=(), usb=()';

/**
 * Headers of every answer, computed once. Pages set their own content policy, and with a key in the URL their
 * `Referrer-Policy`.
 */
export function securityHeaders(appOrigin: string): [name: string, value: string][] {
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'same-origin' },
    // Pages send the same value, because browsers keep the latest.
    strictTransportSecurity: appOrigin.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })(req, res, () => undefined);
  res.setHeader('Permissions-Policy', PERMISSIONS);
  return res.getHeaderNames().map((name) => [name, String(res.getHeader(name))]);
}
