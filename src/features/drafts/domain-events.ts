import { domainEvent } from '../../platform/domain-events.ts';
import type { Drafts } from '../../shared/viewer.ts';

/** Drafts go to an account: features take over what they store of them. */
export const draftsHandedOver = domainEvent<{ userId: string; firstName: string } & Drafts>('drafts.handed-over');
