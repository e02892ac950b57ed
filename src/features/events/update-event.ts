import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/id.ts';
import type { Event, UpdateEventBody } from '../../shared/contracts/events.ts';
import { CLIP } from '../../shared/limits.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { planDeadlineMails } from './deadline-mails.ts';
import { enqueueDelivery } from './delivery.ts';
import { alreadyGone } from './delivery-plan.ts';
import { isGoingOut, whilePlanned } from './delivery-state.ts';
import { isKeyHolder, isWithheld, notOpenYet } from './embargo.service.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import {
  askedChanges,
  changesOf,
  fieldsOfTheme,
  fieldsOfTrack,
  hasOtherTitles,
  requireAllowed,
  requireMailable,
} from './event-changes.ts';
import { requireAhead } from './event-dates.ts';
import { toEventRecord } from './event-record.ts';
import { emitToEvent, tellMakers } from './event-sockets.service.ts';
import { requireChangeable, type SeenEvent } from './events.access.ts';
import { askForTitles } from './film-titles.service.ts';
import { askForFilmParts } from './film-transitions.service.ts';
import type { EventRecord } from './find-events.service.ts';
import { present } from './view-event.service.ts';

/**
 * Changes an event: all of it for the creator, a recipient's own fields for the private key. Unchanged fields are
 * ignored.
 */
export async function updateEvent(seen: SeenEvent, body: UpdateEventBody, viewer: Viewer): Promise<Event> {
  const { event, role } = seen;
  requireChangeable(event);
  if (isKeyHolder(role) && (await isWithheld(event))) throw notOpenYet();
  const asked = askedChanges(event, role, body);
  requireAllowed(body, asked, seen);
  requireAhead({ field: 'deadline', value: asked.deadline, stored: event.deadline, mayBeNow: true });
  requireAhead({ field: 'deliverAt', value: asked.deliverAt, stored: event.deliverAt });
  requireClipLength(event, asked);
  const ofTheme = await fieldsOfTheme(asked, viewer.user?.id);
  const ofTrack = await fieldsOfTrack(event, asked);
  await requireMailable(event, asked, viewer.user?.id);
  const isPlan = asked.deliverAt !== undefined;
  const changes = {
    ...changesOf(event, asked),
    ...ofTheme,
    ...ofTrack,
    ...(isPlan && { deliveryId: asked.deliverAt ? newUuid() : null, planBefore: null }),
  };
  if (isPlan && isGoingOut(event)) throw alreadyGone();
  const stored = await EventModel.findOneAndUpdate(
    { ...(isPlan ? whilePlanned(event) : { _id: event.id }), status: { $nin: ['deleted', 'suspended'] } },
    { $set: changes },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
  if (!stored) throw new AppError('WRONG_STATE', { message: 'This VidDay can’t be changed any more.' });
  const updated = toEventRecord(stored);
  if (isPlan) await enqueueDelivery(updated);
  if (asked.deadline) await planDeadlineMails(updated);
  if (hasOtherTitles(asked)) await askForTitles(event.id);
  const { transition, showsNames, showsCaptions, photoSeconds, trackId, music } = asked;
  const style = [transition, showsNames, showsCaptions, photoSeconds, trackId, music];
  if (style.some((field) => field !== undefined)) await askForFilmParts(updated);
  const shown = await present(updated, role);
  const { id, deadline, isClosed, acceptsClips, counts } = shown;
  const isForGuests = asked.deadline !== undefined || asked.acceptsClips !== undefined;
  if (!isForGuests) tellMakers(id);
  else emitToEvent(id, 'everyone', 'event:updated', { id, deadline, isClosed, acceptsClips, counts });
  return shown;
}

/** Longer clips cost hours of encoding, so an account must be responsible for them. */
function requireClipLength(event: EventRecord, { maxClipLength = 0 }: UpdateEventBody): void {
  if (event.ownership !== 'draft' || maxClipLength <= CLIP.defaultMax) return;
  const message = `Create an account to take clips longer than ${CLIP.defaultMax / 60} minutes.`;
  throw new AppError('FIELDS_REFUSED', { message, fields: { maxClipLength: message } });
}
