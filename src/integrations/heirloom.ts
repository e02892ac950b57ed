import * as z from 'zod';
import { askMaker, jsonOf, type Maker, type MakerNews, makerAway } from './makers.ts';

/** Seconds up to which a film fits the small, upright book; longer films get the wide one, with more memory. */
const UPRIGHT = 10 * 60;

export interface HeirloomConnection {
  /** Without a trailing slash. */
  url: string;
  key: string;
  isSandbox?: boolean;
  /** Milliseconds for an answer. */
  limit?: number;
}

const book = z.object({
  id: z.string(),
  status: z.string(),
  tracking_url: z.string().nullish(),
  reason: z.string().nullish(),
});
const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const STATES: Readonly<Record<string, MakerNews['status']>> = {
  in_production: 'inProduction',
  shipped: 'shipped',
  delivered: 'delivered',
  failed: 'failed',
  returned: 'failed',
};

/** Video books by Heirloom's HTTP API. See `src/decisions/0082-makers.md` for what is assumed. */
export function createBinder({ url, key, isSandbox = false, limit }: HeirloomConnection): Maker {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return {
    isSandbox,
    async submit({ id, quantity, to, title, length, files }, signal) {
      if (files.kind !== 'book') throw new Error('Heirloom makes books');
      const { status, body } = await askMaker('Heirloom', `${url}/v1/orders`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': id },
        body: JSON.stringify({
          external_id: id,
          quantity,
          title,
          video_url: files.film,
          cover_url: files.cover,
          duration: Math.ceil(length),
          orientation: orientationOf(length),
          ship_to: {
            name: to.name,
            address1: to.line1,
            address2: to.line2,
            city: to.city,
            state: to.region,
            postal_code: to.postalCode,
            country: to.country,
            phone: to.phone,
          },
        }),
        limit,
        ...(signal && { signal }),
      });
      const json = jsonOf('Heirloom', body);
      const taken = book.safeParse(json).data;
      if (status < 300 && taken) return { state: 'taken', makerId: taken.id };
      const refused = refusal.safeParse(json).data;
      if (!refused) throw makerAway('Heirloom', status);
      const { code, message } = refused.error;
      return { state: 'refused', why: whyOf(code), message };
    },
    async look({ id, makerId }) {
      const { status, body } = await askMaker('Heirloom', `${url}/v1/orders/${makerId}`, { headers, limit });
      const found = book.safeParse(jsonOf('Heirloom', body)).data;
      if (status >= 300 || !found) throw makerAway('Heirloom', status);
      const now = STATES[found.status];
      if (!now) return null;
      const why = now === 'failed' ? whyOf(found.reason ?? '') : null;
      return { id, status: now, why, trackingUrl: httpsOrNull(found.tracking_url) };
    },
  };
}

/** @param length of the film in seconds */
function orientationOf(length: number): 'portrait' | 'landscape' {
  return length <= UPRIGHT ? 'portrait' : 'landscape';
}

function whyOf(code: string): 'address' | 'stock' | 'other' {
  if (code === 'address_undeliverable') return 'address';
  return code === 'out_of_stock' ? 'stock' : 'other';
}

function httpsOrNull(url: string | null | undefined): string | null {
  return url && /^https:\/\/\S+$/.test(url) ? url : null;
}
