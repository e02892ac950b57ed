import type { Request } from 'express';
import { z } from 'zod';
import { rotateSession } from '../../platform/http/sessions.ts';
import { type SignInWay, signInWay } from '../../shared/contracts/accounts.ts';
import { PROVIDERS, type ProviderName } from '../../shared/contracts/identities.ts';
import { SECOND_STEP_WITHIN } from '../../shared/limits.ts';
import type { Drafts } from '../../shared/viewer.ts';

declare module 'express-session' {
  interface SessionData {
    /** Who passed the first step of a sign-in and still owes the second, how, and until when in epoch milliseconds. */
    pendingUserId?: string;
    pendingVia?: string;
    pendingUntil?: number;
    /** A provider's account that is added to theirs once the second step is passed. */
    pendingIdentity?: { provider: string; subject: string; email: string | null };
    /** What goes to them then instead of what this browser prepared. */
    pendingCarried?: Drafts;
  }
}

/** An account at a provider. */
export interface ProviderIdentity {
  provider: ProviderName;
  /** The provider's own id of the account. */
  subject: string;
  email: string | null;
}

/** What is known of somebody between the two steps of a sign-in. */
export interface FirstStep {
  userId: string;
  via: SignInWay;
  /** A provider's account that is added to theirs once the second step is passed. */
  identity?: ProviderIdentity | undefined;
  /** What goes to the account then instead of what this browser prepared. */
  drafts?: Drafts | undefined;
}

/**
 * Remembers for ten minutes that somebody passed the first step, where a second one is needed to sign in. The session gets a
 * new id: whoever planted the one before has passed nothing.
 */
export async function rememberFirstStep(req: Request, { userId, via, identity, drafts }: FirstStep): Promise<void> {
  const pendingUntil = Date.now() + SECOND_STEP_WITHIN;
  const pending = { pendingUserId: userId, pendingVia: via, pendingIdentity: identity, pendingCarried: drafts };
  await rotateSession(req, (data) => Object.assign(data, pending, { pendingUntil }));
}

const firstStep = z.object({
  userId: z.string(),
  via: signInWay,
  identity: z.object({ provider: z.enum(PROVIDERS), subject: z.string(), email: z.string().nullable() }).optional(),
  drafts: z.object({ preparedEventIds: z.array(z.string()), contributedMediaIds: z.array(z.string()) }).optional(),
});

/** Who passed the first step in this browser within the last ten minutes, and how; null when nobody did. */
export function pendingFirstStep(req: Request): FirstStep | null {
  const { pendingUserId, pendingVia, pendingIdentity, pendingCarried, pendingUntil = 0 } = req.session;
  if (pendingUntil <= Date.now()) return null;
  const kept = { userId: pendingUserId, via: pendingVia, identity: pendingIdentity, drafts: pendingCarried };
  const read = firstStep.safeParse(kept);
  return read.success ? read.data : null;
}

/** Whether this browser passed the first step of signing in and still owes the second. */
export function owesSecondStep(req: Request): boolean {
  return pendingFirstStep(req) !== null;
}
