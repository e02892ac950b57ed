import type { EarnedCode } from '../../shared/contracts/media.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { codeForClip } from '../promo/earned-codes.service.ts';
import { accountKey, MAKER } from './contributor-identity.service.ts';
import type { StoredMedia } from './media.model.ts';

/** The code that a clip earns its contributor; null for clips of makers, thank-yous, and drafts without an account. */
export async function earnedCodeOf(media: StoredMedia, event: EventRecord): Promise<EarnedCode | null> {
  const { contributor, isOrganisers, isThankYou, deletedAt, claimedBy } = media;
  const key = contributor?.key;
  if (!key || key === MAKER || isOrganisers || isThankYou || deletedAt !== null) return null;
  if (event.creatorId === null || key === accountKey(event.creatorId)) return null;
  return codeForClip({ eventId: event.id, contributorKey: key, userId: claimedBy ? String(claimedBy) : null });
}
