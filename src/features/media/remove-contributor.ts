import { requireChangeable } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { removeOwn } from './clip-steps.ts';
import { contributorId } from './contributor-identity.service.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { noSuchClip } from './own-clip.ts';

/**
 * Removes all clips of a contributor; the organiser can restore each for 30 days. Not for clips by organisers and
 * thank-yous. NOT_FOUND if there is nothing to remove.
 * @returns ids of the removed clips
 */
export async function removeContributor(event: EventRecord, id: string): Promise<{ mediaIds: string[] }> {
  requireChangeable(event);
  const others = { eventId: event.id, deletedAt: null, isOrganisers: { $ne: true }, isThankYou: { $ne: true } };
  const clips = (await MediaModel.find(others).lean<StoredMedia[]>()).filter(
    ({ contributor }) => contributor && contributorId(event.id, contributor.key) === id,
  );
  if (clips.length === 0) throw noSuchClip();
  for (const media of clips) await removeOwn({ media, event, audience: 'creator' });
  return { mediaIds: clips.map(({ _id }) => String(_id)) };
}
