import { domainEvent } from '../../../platform/domain-events.ts';
import type { Carried } from '../../../shared/viewer.ts';

/** Somebody signed in or registered, with what their browser made before. */
export const userSignedIn = domainEvent<{ userId: string; firstName: string } & Carried>('user.signed-in');
