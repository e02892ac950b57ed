import type { EventRecord } from '../events/find-events.service.ts';
import { clipSent } from './domain-events.ts';
import type { StoredMedia } from './media.model.ts';

/**
 * Tells the guest list, if there is one, that a clip came in. Throws if that fails, so that the sender's retry repeats
 * it.
 * @param invitation key of the invitation it came by
 */
export async function tellGuestList(media: StoredMedia, event: EventRecord, invitation?: string): Promise<void> {
  if (!event.hasGuests || media.isThankYou || media.isOrganisers) return;
  const { key, email } = media.contributor ?? {};
  const [failure] = await clipSent.emit({
    eventId: event.id,
    mediaId: String(media._id),
    invitation: invitation ?? null,
    email: email?.trim().toLowerCase() || null,
    sender: key ?? '',
  });
  if (failure) throw failure;
}
