import type { ViewerUser } from '../../shared/viewer.ts';
import { domainEvent } from '../domain-events.ts';

/** What an action tells about itself once it has run. */
export interface ActionNote {
  /** Id of what it was done to. */
  subject: string;
  what: string;
  about: string;
}

/** An action with a note has run, by API or by form. */
export const actionDone = domainEvent<ActionNote & { user: ViewerUser | null; isImpersonated: boolean }>('action.done');
