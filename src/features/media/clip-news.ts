import { tellNews } from '../events/makers-news.service.ts';
import { accountOf } from './contributor-identity.service.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { firstWord } from './media.queries.ts';

/** Clips that are worth a preview. */
const WORTH_WATCHING = 5;

/** Puts a ready clip of somebody else into the makers’ news. Idempotent. */
export async function newsOfClip(media: StoredMedia): Promise<void> {
  if (isOwn(media)) return;
  const others = { eventId: media.eventId, deletedAt: null, status: 'ready' as const, _id: { $ne: media._id } };
  const earlier = await MediaModel.exists({ ...others, isOrganisers: { $ne: true }, isThankYou: false });
  await newsOfPreview(String(media.eventId));
  await tellNews({ ...newsAbout(media), type: 'clipArrived', facts: { ...named(media), ...(!earlier && FIRST) } });
}

/** Once, when there are clips enough to watch them as a film. */
async function newsOfPreview(eventId: string): Promise<void> {
  const ready = { eventId, deletedAt: null, status: 'ready' as const, isThankYou: false, hidden: false };
  const clips = await MediaModel.find(ready, { _id: 1 }).limit(WORTH_WATCHING).lean();
  if (clips.length === WORTH_WATCHING) await tellNews({ eventId, type: 'previewReady', key: '' });
}

/** The same for a clip that can’t be prepared, once for each try. */
export async function newsOfFailure(media: StoredMedia): Promise<void> {
  if (isOwn(media)) return;
  const stamp = String(media.generation ?? 1);
  await tellNews({ ...newsAbout(media), type: 'clipFailed', stamp, facts: named(media) });
}

const FIRST = { isFirst: true };

function isOwn({ isOrganisers, isThankYou }: StoredMedia): boolean {
  return isOrganisers === true || isThankYou;
}

function newsAbout({ _id, eventId, claimedBy, contributor }: StoredMedia) {
  const account = accountOf(contributor?.key);
  // Organisers may use the link like everyone else.
  const by = { userId: account ?? (claimedBy ? String(claimedBy) : null), email: contributor?.email ?? null };
  return { eventId: String(eventId), key: String(_id), by };
}

function named({ contributor }: StoredMedia): { names: string[] } {
  return { names: [firstWord(contributor?.name ?? '')] };
}
