import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { platform } from '../../platform/platform.ts';

/** What is stored of an IP address: enough to recognise it, too little to identify a person. */
export interface AddressTrace {
  /** Such as `203.0.113.0/24`; null without an address. */
  network: string | null;
  /** Equal for equal addresses. Keyed, so that trying all addresses needs the app's secret. */
  addressHash: string | null;
}

export function traceOf(ip: string | undefined): AddressTrace {
  if (!ip) return { network: null, addressHash: null };
  const key = addressKey(ip);
  const hash = createHmac('sha256', platform().config.sessionSecret).update(`address\n${key}`).digest('base64url');
  return { network: networkOf(key), addressHash: hash.slice(0, 16) };
}

/** The /24 of an IPv4 address, the /48 of an IPv6 one. */
function networkOf(key: string): string {
  const v4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(key)?.[1];
  if (v4) return `${v4}.0/24`;
  const v6 = key
    .replace(/::\/64$/, '')
    .split(':')
    .slice(0, 3)
    .join(':');
  return isIPv6(`${v6}::`) ? `${v6}::/48` : 'unknown';
}
