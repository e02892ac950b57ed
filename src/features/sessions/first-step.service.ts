import type { Request } from 'express';
import * as z from 'zod';
import { rotateSession } from '../../platform/http/sessions.ts';
import { type SignInWay, signInWay } from '../../shared/contracts/accounts.ts';
import { PROVIDERS, type ProviderName } from '../../shared/contracts/identities.ts';
import { SECOND_STEP_WITHIN } from '../../shared/limits.ts';
import type { Drafts } from '../../shared/viewer.ts';

declare module 'express-session' {
  interface SessionData {
    /**
     * The user who passed the first step of a sign-in, how, and until when the second can follow (epoch milliseconds).
     */
    pendingUserId?: string;
    pendingVia?: string;
    pendingUntil?: number;
    /** An identity that is added to the account after the second step. */
    pendingIdentity?: { provider: string; subject: string; email: string | null };
    /** Drafts that go to the account instead of this browser's. */
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

/** What is known between the two steps of a sign-in. */
export interface FirstStep {
  userId: string;
  via: SignInWay;
  /** An identity that is added to the account after the second step. */
  identity?: ProviderIdentity | undefined;
  /** Drafts that go to the account instead of this browser's. */
  drafts?: Drafts | undefined;
}

/** Remembers for ten minutes that the first step was passed. Renews the session's id, against fixation. */
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

/** The first step passed in this browser within the last ten minutes; null without one. */
export function pendingFirstStep(req: Request): FirstStep | null {
  const { pendingUserId, pendingVia, pendingIdentity, pendingCarried, pendingUntil = 0 } = req.session;
  if (pendingUntil <= Date.now()) return null;
  const kept = { userId: pendingUserId, via: pendingVia, identity: pendingIdentity, drafts: pendingCarried };
  const read = firstStep.safeParse(kept);
  return read.success ? read.data : null;
}

/** Whether this browser still has to pass the second step. */
export function owesSecondStep(req: Request): boolean {
  return pendingFirstStep(req) !== null;
}
