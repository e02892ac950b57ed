import type { Ownership } from '../../shared/ownership.ts';
import { Types } from './event.model.ts';

/* An event's ownership and its creator change together. */

interface OwnerFields {
  ownership: Ownership;
  /** The account of a `user`; otherwise null. */
  creatorId: Types.ObjectId | null;
}

/** The fields of an event that belongs to a browser. */
export const DRAFT = { ownership: 'draft', creatorId: null } as const satisfies OwnerFields;

/** The fields of an event whose creator was deleted. It is no draft: nobody may take it over. */
export const ORPHANED = { ownership: 'orphaned', creatorId: null } as const satisfies OwnerFields;

/** The fields of a user's event; also a filter for them. */
export function ownedBy(userId: string) {
  return { ownership: 'user', creatorId: new Types.ObjectId(userId) } as const satisfies OwnerFields;
}
