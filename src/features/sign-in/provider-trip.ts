import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Journey } from '../../integrations/openid.ts';
import { sealedCookie } from '../../platform/http/sealed-cookie.ts';
import { platform } from '../../platform/platform.ts';
import { seal, unseal } from '../../platform/sealed.ts';
import { PROVIDERS, type ProviderName } from '../../shared/contracts/identities.ts';

const ANSWER = 'answer of a provider';
/** How long a person may take at the provider, in milliseconds. */
const LIFETIME = 15 * 60_000;
/** How long a posted answer lies between two requests of the same browser. */
const ANSWER_LIFETIME = 60_000;

const trip = z.object({
  provider: z.enum(PROVIDERS),
  journey: z.object({ state: z.string().min(1), nonce: z.string().min(1), verifier: z.string().min(1) }),
  /** Path to go on to. */
  next: z.string(),
  /** Who wants to add the provider to their account; null to sign in. */
  addTo: z.string().nullable(),
});
export type Trip = z.infer<typeof trip> & { journey: Journey };

const cookie = sealedCookie({
  name: 'vd_way',
  purpose: 'journey to a provider',
  path: '/auth',
  lifetime: LIFETIME,
  facts: trip,
});

/**
 * Remembers where a browser set out to, in a sealed cookie of its own: what comes back without it was begun elsewhere. A
 * session would be made for everybody who only taps the button.
 */
export function setOutWith(res: Response, facts: Trip): void {
  cookie.keep(res, facts);
}

/** Where this browser set out to, once; null when it did not, or too long ago. */
export function takeTrip(req: Request, res: Response, provider: ProviderName): Trip | null {
  const kept = cookie.take(req, res);
  return kept?.provider === provider ? kept : null;
}

const answer = z.object({
  code: z.string().max(4000).optional(),
  state: z.string().max(500).optional(),
  error: z.string().max(200).optional(),
  user: z.string().max(2000).optional(),
});
export type RawAnswer = z.infer<typeof answer>;

/** What a provider sent in an address or a form; each value once, and not too long. */
export function readAnswer(sent: unknown): RawAnswer {
  const read = answer.safeParse(sent);
  return read.success ? read.data : {};
}

/**
 * A posted answer comes without our cookies, as another site's page posted it. It is handed back to the browser, sealed, to
 * come again as a plain visit, which has them.
 */
export function packAnswer(sent: RawAnswer): string {
  const text = JSON.stringify({ sent, until: Date.now() + ANSWER_LIFETIME });
  return seal(platform().config.sessionSecret, ANSWER, text);
}

export function unpackAnswer(packed: string): RawAnswer {
  const text = unseal(platform().config.sessionSecret, ANSWER, packed);
  const read = text ? z.object({ sent: answer, until: z.number() }).safeParse(JSON.parse(text)) : null;
  return read?.success && read.data.until > Date.now() ? read.data.sent : {};
}
