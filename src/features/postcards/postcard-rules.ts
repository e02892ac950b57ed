import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import type { Permission } from '../../shared/permissions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { checkEvent, type SeenEvent } from '../events/events.access.ts';
import { findEvent } from '../events/find-events.service.ts';
import { PostcardModel, type StoredPostcard } from './postcard.model.ts';

export interface SeenPostcard extends SeenEvent {
  card: StoredPostcard;
}

/** Access to the card in the URL, by roles at its event; adds both. */
export function atPostcard<P extends Permission>(
  permission: P,
): AccessRule<P, { params: { id: string }; viewer: Viewer }, SeenPostcard> {
  return { word: permission, load: ({ params: { id }, viewer }) => seePostcard(permission, id, viewer) };
}

/** The card, if the viewer has the permission at its event; NOT_FOUND for strangers, too. */
export async function seePostcard(permission: Permission, id: string, viewer: Viewer): Promise<SeenPostcard> {
  const card = Types.ObjectId.isValid(id) ? await PostcardModel.findById(id).lean<StoredPostcard>() : null;
  if (!card) throw noSuchPostcard();
  const eventId = String(card.eventId);
  return { card, ...checkEvent(permission, await findEvent(eventId), eventId, viewer) };
}

export function noSuchPostcard(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such postcard.' });
}

/** WRONG_STATE for a card that is paid. */
export function notADraft(): AppError {
  return new AppError('WRONG_STATE', { message: 'This postcard is paid, so it can’t be changed any more.' });
}
