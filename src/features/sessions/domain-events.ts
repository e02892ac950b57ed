import { domainEvent } from '../../platform/domain-events.ts';
import type { Drafts } from '../../shared/viewer.ts';

/** Somebody signed in or registered, with what their browser made before. */
export const userSignedIn = domainEvent<{ userId: string; firstName: string } & Drafts>('user.signed-in');

/** Asked for; signed out or in as somebody else; the hour is over, no admin any more, or nobody there to act for. */
export type ImpersonationEnd = 'asked' | 'signed-out' | 'signed-in' | 'over';

export interface ImpersonationEnded {
  userId: string;
  impersonatorId: string;
  impersonationId: string;
  why: ImpersonationEnd;
}

/** An admin who acted for somebody is themselves again; told at least once. */
export const impersonationEnded = domainEvent<ImpersonationEnded>('impersonation.ended');
