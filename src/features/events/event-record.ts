import { type EventFilter, type StoredEvent, storedEvents } from './event.model.ts';
import type { EventRecord } from './find-events.service.ts';

/** A stored event as plain values; fields missing in older documents get defaults. */
export function toEventRecord(stored: StoredEvent): EventRecord;
export function toEventRecord(stored: StoredEvent | null): EventRecord | null;
export function toEventRecord(stored: StoredEvent | null): EventRecord | null {
  if (!stored) return null;
  const { planBefore, music, suspension } = stored;
  return {
    id: String(stored._id),
    uuid: stored.uuid,
    privateKey: stored.privateKey,
    viewKey: stored.viewKey,
    status: stored.status,
    statusBefore: stored.statusBefore ?? null,
    suspension: suspension ? { from: suspension.from, at: suspension.at, why: suspension.why } : null,
    occasion: stored.occasion,
    occasionOther: stored.occasionOther ?? null,
    ownership: stored.ownership,
    creatorId: stored.creatorId ? String(stored.creatorId) : null,
    creatorName: stored.creatorName ?? null,
    organiserIds: stored.organiserIds.map(String),
    recipients: stored.recipients.map(({ id, firstName, lastName = null, email = null, phone = null }) => ({
      id,
      firstName,
      lastName,
      email,
      phone,
    })),
    message: stored.message,
    prompts: [...stored.prompts],
    guestbook: stored.guestbook,
    hasGuests: stored.hasGuests === true,
    acceptsClips: stored.acceptsClips !== false,
    deadline: stored.deadline ?? null,
    deliverAt: stored.deliverAt ?? null,
    timeZone: stored.timeZone,
    isZoneAssumed: stored.isZoneAssumed === true,
    themeId: stored.themeId ?? null,
    trackId: stored.trackId ?? null,
    hasOwnTheme: stored.hasOwnTheme === true,
    hasOwnSong: stored.hasOwnSong === true,
    transition: stored.transition ?? stored.themeTransition ?? 'soft',
    isOwnTransition: stored.transition != null,
    showsNames: stored.showsNames !== false,
    showsCaptions: stored.showsCaptions === true,
    photoSeconds: stored.photoSeconds ?? null,
    music: { start: music?.start ?? 0, volume: music?.volume ?? 0, removed: music?.removed ?? null },
    maxClipLength: stored.maxClipLength,
    thankYou: stored.thankYou ?? null,
    order: stored.order.map(String),
    trees: stored.trees ?? 0,
    currentFilmId: stored.currentFilmId ? String(stored.currentFilmId) : null,
    filmVersions: stored.filmVersions,
    deliveryId: stored.deliveryId ?? null,
    begunDeliveryId: stored.begunDeliveryId ?? null,
    planBefore: planBefore
      ? {
          at: planBefore.at ?? null,
          message: planBefore.message ?? null,
          isByHand: planBefore.isByHand,
          isByText: planBefore.isByText === true,
        }
      : null,
    deliveryMessage: stored.deliveryMessage ?? null,
    undelivered: (stored.undelivered ?? []).map(({ recipientId, why }) => ({ recipientId, why })),
    isByHand: stored.isByHand === true,
    isByText: stored.isByText === true,
    deliveredAt: stored.deliveredAt ?? null,
    openedAt: stored.openedAt ?? null,
    nudgedAt: stored.nudgedAt ?? null,
    deletedAt: stored.deletedAt ?? null,
    analyticsClientId: stored.analyticsClientId ?? null,
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
  };
}

/** Matching events, oldest first, in small batches. */
export async function* eachEvent(filter: EventFilter): AsyncGenerator<EventRecord> {
  for await (const stored of storedEvents(filter)) yield toEventRecord(stored);
}
