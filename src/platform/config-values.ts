/** Types of environment variables. Each has an error message that says what the value must be. */
import { createPrivateKey } from 'node:crypto';
import { isIP } from 'node:net';
import * as z from 'zod';
import { ADD_ON_IDS, SOLD_IDS } from '../shared/catalogue.ts';
import type { CardFee } from '../shared/presents.ts';
import { FILM_PRICE } from '../shared/pricing.ts';
import type { Rating } from '../shared/site-facts.ts';

/** An empty variable (`KEY=`) counts as unset. */
export const text = z.string().trim().min(1);

/** A list of add-ons, separated by commas; `none` for no others than our own. One not sold any more is no error. */
export const addOns = z
  .string()
  .transform((list) => (list === 'none' ? [] : list.split(',').map((id) => id.trim())))
  .pipe(z.array(z.enum(ADD_ON_IDS, { error: `must be “none”, or some of ${SOLD_IDS.join(', ')}` })));

export const flag = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'], { error: 'must be true or false' })
  .transform((value) => value === 'true' || value === '1' || value === 'yes');

export function oneOf<const T extends string>(values: readonly T[]) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

/** Bounds are inclusive. */
export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });
}

/** Disk space such as `500MB` or `20GB`, in bytes. */
export function diskSpace() {
  const units: Record<string, number> = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 };
  return z
    .string()
    .regex(/^\d{1,6}(?:MB|GB|TB)$/, { error: 'must be a whole number and a unit, such as 500MB or 20GB' })
    .transform((value) => Number.parseInt(value, 10) * (units[value.slice(-2)] ?? 1));
}

/** Dollars, as whole cents; the price of the catalogue's smallest package. */
export function filmPrice() {
  const [least, most] = [FILM_PRICE.least, FILM_PRICE.most].map((cents) => (cents / 100).toFixed(2));
  const error = `must be US dollars such as 5.00, from ${least} to ${most}: the next larger package costs more than that`;
  return text
    .regex(/^\d{1,4}(?:\.\d\d)?$/, { error })
    .transform((value) => Math.round(Number(value) * 100))
    .refine((cents) => cents >= FILM_PRICE.least && cents <= FILM_PRICE.most, { error });
}

/** What a card costs: a percentage of the charge and cents, such as `2.9%+30`. */
export function cardFee() {
  const error = 'must be a percentage and cents, such as 2.9%+30';
  return text.regex(/^\d(?:\.\d{1,2})?%\+\d{1,3}$/, { error }).transform((value): CardFee => {
    const [percent, cents] = value.split('%+').map(Number);
    return { percent: percent ?? 0, cents: cents ?? 0 };
  });
}

/** `none`, or mean and count, such as `4.9/1823`. */
export function rating() {
  const error = 'must be none, or a mean from 1 to 5 and how many ratings it is of, such as 4.9/1823';
  return text
    .regex(/^(?:none|(?:[1-4](?:\.\d)?|5(?:\.0)?)\/[1-9]\d{0,8})$/, { error })
    .transform((value): Rating | null => {
      const [mean, count] = value.split('/').map(Number);
      return count ? { value: mean ?? 0, count } : null;
    });
}

/** @param protocols with their colons */
export function url(protocols: string[]) {
  const error = `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  return text.refine((value) => protocols.some((protocol) => value.startsWith(`${protocol}//`)) && hasHost(value), {
    error,
  });
}

/** `system`, `none`, or addresses as `dns.setServers` takes them. */
export function dnsServers() {
  const error = 'must be system, none, or addresses such as 9.9.9.9,[2620:fe::fe]:53';
  const isServer = (server: string) => isIP(server.replace(/^\[(.+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/, '$1$2')) > 0;
  return text
    .transform((value): 'system' | string[] => {
      if (value === 'system' || value === 'none') return value === 'system' ? value : [];
      return value.split(',').map((server) => server.trim());
    })
    .refine((servers) => servers === 'system' || servers.every(isServer), { error });
}

const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Which proxies to trust, as Express takes it: their number, or their addresses and networks. */
export function proxies() {
  const isProxy = (proxy: string) => {
    const [address = '', bits, ...more] = proxy.split('/');
    if (NETWORKS.includes(proxy)) return true;
    const family = isIP(address);
    if (family === 0 || more.length > 0) return false;
    if (bits === undefined || (family === 4 && isIP(bits) === 4)) return true;
    return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32);
  };
  const error = 'must be false, a number of proxies from 1 to 10, or addresses such as 10.0.0.0/8';
  const named = text.refine((value) => value.split(',').every((proxy) => isProxy(proxy.trim())), { error });
  return z.union([wholeNumber(1, 10), flag.transform((on) => (on ? 1 : false)), named], { error });
}

/** A private key of P-256 as PEM, its line breaks perhaps as `\n`. */
export function signingKey() {
  const isKey = (value: string) => {
    try {
      const { type, asymmetricKeyDetails } = createPrivateKey(value);
      return type === 'private' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
    } catch {
      return false;
    }
  };
  const error = 'must be the key that Apple gave you: a PEM on one line, with \\n between its lines';
  return text.transform((value) => value.replaceAll('\\n', '\n')).refine(isKey, { error });
}

/** `URL` can't parse a MongoDB host list, so this only checks that there is one. */
function hasHost(value: string): boolean {
  return /^[a-z0-9+]+:\/\/[^/\s]+/i.test(value);
}

/** Scheme, host and port, without a trailing slash. */
export function origin() {
  const error = 'must be an origin such as https://example.com, with no path';
  return text
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), { error })
    .refine((value) => !URL.canParse(value) || (new URL(value).pathname === '/' && !/[?#@]/.test(value)), { error })
    .transform((value) => new URL(value).origin);
}
