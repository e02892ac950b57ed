import { AppError } from '../../platform/errors.ts';
import { newPrivateKey, newUuid, newViewKey } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import { readOnce } from '../../platform/read-once.ts';
import type { CreateEventBody, Event, UpdateEventBody } from '../../shared/contracts/events.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { CLIP, RESTORE_WINDOW } from '../../shared/limits.ts';
import { promptsFor } from '../../shared/occasion-words.ts';
import { may, type Role } from '../../shared/permissions.ts';
import { isMaker } from '../../shared/roles.ts';
import { statesBefore } from '../../shared/transitions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { paidFor } from '../orders/orders.service.ts';
import { planDeadlineMails } from './deadline-mails.ts';
import { enqueueDelivery } from './delivery.ts';
import { alreadyGone } from './delivery-plan.ts';
import { isGoingOut, whilePlanned } from './delivery-state.ts';
import { eventDeleted, eventRestored } from './domain-events.ts';
import { isKeyHolder, isWithheld, notOpenYet } from './embargo.ts';
import { toEventDto } from './event.dto.ts';
import { EventModel, type StoredEvent, Types } from './event.model.ts';
import { askedChanges, changesOf, hasOtherNames, requireAllowed, requireMailable } from './event-changes.ts';
import { requireAhead } from './event-dates.ts';
import { emitEventNews } from './event-news.ts';
import { arrangeTimeline, markGivenByOpening } from './event-state.ts';
import { isAway, noSuchEvent, requireChangeable, rolesOf, type SeenEvent } from './events.access.ts';
import { eventClips, eventFilms } from './events.parts.ts';
import { askForTitles } from './film-titles.ts';

export * from './delivery.ts';
export { planDelivery, takeBackDelivery } from './delivery-plan.ts';
export { isEmbargoed, isKeyHolder, requireOpenGift } from './embargo.ts';
export { isClosed, titleOf } from './event.dto.ts';
export { type StoredEvent, Types } from './event.model.ts';
export { countEvents, listDeleted, listEvents } from './event-lists.ts';
export { appendRecipient, changeRecipient, removeRecipient } from './event-recipients.ts';
export { atEvent, atEventOf } from './event-rules.ts';
export * from './event-state.ts';
export { clipLimitOf, eventTag, workGroups } from './event-work.ts';
export {
  checkEvent,
  findEvent,
  findEvents,
  noSuchEvent,
  refersTo,
  requireChangeable,
  requireEvent,
  rolesOf,
  type SeenEvent,
  seeEvent,
} from './events.access.ts';
export { exportEvents } from './export-events.ts';
export { askForTitles } from './film-titles.ts';
export { giftMailLost } from './gift-mails.ts';
export { confirmedSender, senderIdOf, takeMail } from './mails-to-others.ts';
export { eventsGivenBy, leaveEvents } from './owner-leaves.ts';
export { mailPaymentNote } from './payment-notes.ts';

/**
 * Starts an event. Without a user it has no creator yet: the session that prepared it owns it until somebody
 * registers or signs in there.
 */
export async function createEvent(body: CreateEventBody, viewer: Viewer): Promise<Event> {
  requireAhead({ field: 'deadline', value: body.deadline });
  requireAhead({ field: 'deliverAt', value: body.deliverAt });
  const names = body.recipients.map(({ firstName }) => firstName);
  const created = await EventModel.create({
    uuid: newUuid(),
    privateKey: newPrivateKey(),
    viewKey: newViewKey(),
    occasion: body.occasion,
    occasionOther: body.occasionOther ?? null,
    creatorId: viewer.user?.id ?? null,
    creatorName: viewer.user?.firstName || null,
    recipients: body.recipients.map((each) => ({ ...each, id: newUuid() })),
    message: body.message ?? '',
    prompts: body.prompts ?? promptsFor(body.occasion, names).slice(0, 4),
    guestbook: body.guestbook ?? true,
    deadline: body.deadline ? new Date(body.deadline) : null,
    deliverAt: body.deliverAt ? new Date(body.deliverAt) : null,
    deliveryId: body.deliverAt ? newUuid() : null,
    timeZone: body.timeZone ?? 'UTC',
    isZoneAssumed: body.timeZone === undefined,
    analyticsClientId: body.analyticsClientId ?? null,
  });
  const event = created.toObject();
  await enqueueDelivery(event);
  await planDeadlineMails(event);
  return present(event, 'creator');
}

/**
 * The event as the page at this address shows it. A key in the address shows what its holder sees, whoever opens it; on the
 * event's own address staff see what anyone sees.
 * @param isPreview its makers see a planned gift as it will be on its day
 */
export async function viewEventPage(
  ref: string,
  { event, role }: Pick<SeenEvent, 'event' | 'role'>,
  viewer: Viewer,
  isPreview = false,
): Promise<{ event: Event; shownAs: Role }> {
  const isOwn = isMaker(role);
  if (!isOwn && isAway(event)) throw noSuchEvent();
  const [asAnyone] = rolesOf(event, { ...viewer, user: null });
  const shownAs = roleByAddress(ref) ?? (isOwn ? role : asAnyone);
  const shown = await present(event, shownAs, isPreview && isOwn);
  return { event: shown, shownAs };
}

function roleByAddress(ref: string): Role | null {
  const kind = kindOfKey(ref);
  if (kind === 'privateKey') return 'recipient';
  return kind === 'viewKey' ? 'viewer' : null;
}

/**
 * Changes an event: all of it for the creator, a recipient's own fields for the holder of the private key. What comes back as
 * they saw it asks for no change.
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
  await requireMailable(event, asked, viewer.user?.id);
  const isPlan = asked.deliverAt !== undefined;
  const changes = {
    ...changesOf(event, asked),
    ...(isPlan && { deliveryId: asked.deliverAt ? newUuid() : null, planBefore: null }),
  };
  if (isPlan && isGoingOut(event)) throw alreadyGone();
  const updated = await EventModel.findOneAndUpdate(
    { ...(isPlan ? whilePlanned(event) : { _id: event._id }), status: { $nin: ['deleted', 'suspended'] } },
    { $set: changes },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
  if (!updated) throw new AppError('WRONG_STATE', { message: 'This VidDay can’t be changed any more.' });
  if (isPlan) await enqueueDelivery(updated);
  if (asked.deadline) await planDeadlineMails(updated);
  if (hasOtherNames(asked)) await askForTitles(String(event._id));
  const shown = await present(updated, role);
  const { id, deadline, isClosed, acceptsClips, counts } = shown;
  const { sockets } = platform();
  const isForGuests = asked.deadline !== undefined || asked.acceptsClips !== undefined;
  if (!isForGuests) sockets.emitToEvent(id, 'creator', 'event:updated', { id });
  else sockets.emitToEvent(id, 'everyone', 'event:updated', { id, deadline, isClosed, acceptsClips, counts });
  return shown;
}

/** Deletes; restorable for 30 days. */
export async function deleteEvent(event: StoredEvent): Promise<{ id: string; deletedAt: string }> {
  const id = String(event._id);
  const deletedAt = new Date();
  const done = await EventModel.updateOne(
    { _id: event._id, status: event.status, $and: [{ status: { $in: statesBefore('deleted') } }] },
    {
      $set: {
        status: 'deleted',
        statusBefore: event.status,
        deletedAt,
        // What was planned must not go out by itself when the event is brought back some day.
        ...(event.deliveryId && { deliveryId: null, deliverAt: null }),
      },
    },
  );
  if (done.modifiedCount === 0) {
    throw new AppError('WRONG_STATE', {
      message: 'This VidDay can’t be deleted right now. Wait until its film is made.',
    });
  }
  await emitEventNews(eventDeleted, id);
  return { id, deletedAt: deletedAt.toISOString() };
}

/** Brings a deleted event back to the state it had. */
export async function restoreEvent(event: StoredEvent, role: Role): Promise<Event> {
  const restored = await EventModel.findOneAndUpdate(
    { _id: event._id, status: 'deleted', deletedAt: { $gt: new Date(Date.now() - RESTORE_WINDOW) } },
    { $set: { status: event.statusBefore ?? 'active', statusBefore: null, deletedAt: null } },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
  if (!restored) throw new AppError('WRONG_STATE', { message: 'This VidDay is not in the bin.' });
  await emitEventNews(eventRestored, String(event._id));
  return present(restored, role);
}

/** Sets the order of the timeline; ids that are not in it are left out, and clips that are not named keep their places. */
export async function orderTimeline(event: StoredEvent, mediaIds: string[]): Promise<{ mediaIds: string[] }> {
  requireChangeable(event);
  const eventId = String(event._id);
  const ordered = await arrangeTimeline(eventId, mediaIds);
  platform().sockets.emitToEvent(eventId, 'creator', 'event:updated', { id: eventId });
  return { mediaIds: ordered };
}

/**
 * The first time a recipient's browser unwraps the gift; never set by the creator, staff or a second opening. It also counts
 * as the handing over where the organiser gave the link away without saying so. WRONG_STATE before the gift's time.
 */
export async function markOpened(
  { event, roles }: Pick<SeenEvent, 'event' | 'roles'>,
  viewer: Viewer,
): Promise<{ openedAt: string | null }> {
  if (!may(roles, 'gift.open')) return { openedAt: event.openedAt?.toISOString() ?? null };
  const isStaffs = viewer.isImpersonated || viewer.user?.waitingRole !== undefined;
  if (isStaffs || !event.currentFilmId) return { openedAt: null };
  if (await isWithheld(event)) throw notOpenYet();
  const now = new Date();
  const set = await EventModel.updateOne({ _id: event._id, openedAt: null }, { $set: { openedAt: now } });
  await markGivenByOpening(String(event._id));
  if (set.modifiedCount === 0) {
    const opened = await EventModel.findById(event._id, { openedAt: 1 }).lean<StoredEvent>();
    return { openedAt: opened?.openedAt?.toISOString() ?? null };
  }
  platform().sockets.emitToEvent(String(event._id), 'creator', 'event:updated', { id: String(event._id) });
  return { openedAt: now.toISOString() };
}

/** Gives the events that a session prepared to the user who signed in there. */
export async function claimPreparedEvents(
  user: { id: string; firstName: string },
  eventIds: readonly string[],
): Promise<number> {
  const ids = eventIds.filter((id) => Types.ObjectId.isValid(id)).map((id) => new Types.ObjectId(id));
  if (ids.length === 0) return 0;
  const claimed = await EventModel.updateMany(
    { _id: { $in: ids }, creatorId: null },
    { $set: { creatorId: new Types.ObjectId(user.id), creatorName: user.firstName || null } },
  );
  return claimed.modifiedCount;
}

/**
 * Makes the answer for one role out of a stored event.
 * @param isPreview as if its day had come, with addresses that only work for its makers’ sake before
 */
export async function present(event: StoredEvent, role: Role, isPreview = false): Promise<Event> {
  const mayReadAll = may(role, 'event.readPrivate');
  const scope = may(role, 'film.watchEarly') || isPreview ? 'own' : 'seen';
  const [clips, films, filmCheck, isClosedGift, paid] = await Promise.all([
    clipsFor(role, event),
    event.currentFilmId && may(role, 'film.watch')
      ? eventFilms().films([String(event.currentFilmId)], scope)
      : undefined,
    may(role, 'event.edit') ? eventFilms().checkFilm(event) : undefined,
    isKeyHolder(role) && !isPreview ? isWithheld(event) : false,
    mayReadAll ? readOnce(event, 'paid', () => paidFor(String(event._id))) : undefined,
  ]);
  return toEventDto(event, role, {
    ...clips,
    film: films?.get(String(event.currentFilmId)),
    paid,
    packages: platform().config.facts.packages,
    filmCheck,
    isWithheld: isClosedGift,
  });
}

async function clipsFor(role: Role, event: StoredEvent) {
  const id = String(event._id);
  if (may(role, 'event.readPrivate')) return eventClips().mediaOf(id, event.order.map(String), event);
  return { summary: (await eventClips().summaries([id])).get(id), media: undefined };
}

/** Longer clips cost hours of encoding, so somebody has to answer for them. */
function requireClipLength(event: StoredEvent, { maxClipLength = 0 }: UpdateEventBody): void {
  if (event.creatorId || maxClipLength <= CLIP.defaultMax) return;
  const message = `Create an account to take clips longer than ${CLIP.defaultMax / 60} minutes.`;
  throw new AppError('FIELDS_REFUSED', { message, fields: { maxClipLength: message } });
}
