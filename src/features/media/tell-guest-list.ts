import type { EventRecord } from '../events/find-events.service.ts';
import { clipSent } from './domain-events.ts';
import type { StoredMedia } from './media.model.ts';

interface Came {
  /** Key of the invitation it came by. */
  invitation?: string | undefined;
  /** The clip it replaces, or itself if it came back. */
  former?: StoredMedia | undefined;
}

/**
 * Tells the guest list, if there is one, that a clip came in. Throws if that fails, so that the sender's retry repeats
 * it.
 */
export async function tellGuestList(
  media: StoredMedia,
  event: EventRecord,
  { invitation, former }: Came,
): Promise<void> {
  if (!event.hasGuests || media.isThankYou || media.isOrganisers) return;
  const { key, email } = media.contributor ?? {};
  const [failure] = await clipSent.emit({
    eventId: event.id,
    mediaId: String(media._id),
    invitation: invitation ?? null,
    email: email?.trim().toLowerCase() || null,
    sender: key ?? '',
    former: former ? String(former._id) : null,
  });
  if (failure) throw failure;
}
