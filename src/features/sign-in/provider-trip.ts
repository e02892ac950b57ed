import type { Request, Response } from 'express';
import * as z from 'zod';
import type { Journey } from '../../integrations/openid.ts';
import { sealedCookie } from '../../platform/http/sealed-cookie.ts';
import { platform } from '../../platform/platform.ts';
import { seal, unseal } from '../../platform/sealed.ts';
import { PROVIDERS, type ProviderName } from '../../shared/contracts/identities.ts';

const ANSWER = 'answer of a provider';
/** How long a sign-in at the provider may take, in milliseconds. */
const LIFETIME = 15 * 60_000;
/** How long a posted answer stays valid between two requests of the same browser, in milliseconds. */
const ANSWER_LIFETIME = 60_000;

const trip = z.object({
  provider: z.enum(PROVIDERS),
  journey: z.object({ state: z.string().min(1), nonce: z.string().min(1), verifier: z.string().min(1) }),
  /** Path to continue at. */
  next: z.string(),
  /** The user to add the identity to; null to sign in. */
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
 * Stores the start of a sign-in in its own sealed cookie: an answer without it was started elsewhere. A session would
 * be created for everyone who taps the button.
 */
export function setOutWith(res: Response, facts: Trip): void {
  cookie.keep(res, facts);
}

/** The start of this browser's sign-in, once; null without one or after it expired. */
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

/** The parameters of a provider's answer, each once and of limited length. */
export function readAnswer(sent: unknown): RawAnswer {
  const read = answer.safeParse(sent);
  return read.success ? read.data : {};
}

/**
 * A posted answer comes cross-site, without our cookies. It is sealed and redirected, so that it comes again with them.
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
