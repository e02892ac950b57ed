import { domainEvent } from '../../platform/domain-events.ts';

/** Requested; signed out; signed in as another user; expired or no longer allowed. */
export type ImpersonationEnd = 'asked' | 'signed-out' | 'signed-in' | 'over';

export interface ImpersonationEnded {
  userId: string;
  impersonatorId: string;
  impersonationId: string;
  why: ImpersonationEnd;
}

/** An impersonation ended; delivered at least once. */
export const impersonationEnded = domainEvent<ImpersonationEnded>('impersonation.ended');
