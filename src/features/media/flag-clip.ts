import { platform } from '../../platform/platform.ts';
import type { FlagReason } from '../../shared/moderation.ts';
import { flagsOf } from './flagged-words.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';

/** Puts a clip before staff whose words give reason to, each reason once. */
export async function flagWords(media: StoredMedia): Promise<void> {
  const known = media.moderation?.reasons ?? [];
  const reasons = flagsOf(media).filter((reason) => !known.includes(reason));
  if (reasons.length > 0) await flag(media, reasons);
}

/** The same for a clip that is about to be stored. */
export function firstModeration(words: Parameters<typeof flagsOf>[0]): StoredMedia['moderation'] {
  const reasons = flagsOf(words);
  return reasons.length > 0 ? { state: 'open', reasons, at: new Date(), note: '' } : null;
}

/** Tells the desk of a clip that waits for it. */
export function tellDesk({ _id, eventId, moderation }: StoredMedia): void {
  if (moderation?.state !== 'open') return;
  const { sockets } = platform();
  const reasons = [...moderation.reasons];
  sockets.emitToStaff('media:flagged', { id: String(_id), eventId: String(eventId), reasons });
  sockets.emitToStaff('desk:changed', { what: 'media' });
}

/** Puts a clip before staff, unless they took it out. */
export async function flag({ _id }: StoredMedia, reasons: FlagReason[]): Promise<void> {
  const at = new Date();
  const flagged =
    (await MediaModel.findOneAndUpdate(
      { _id, moderation: null },
      { $set: { moderation: { state: 'open', reasons, at, note: '' } } },
      { returnDocument: 'after' },
    ).lean<StoredMedia>()) ??
    (await MediaModel.findOneAndUpdate(
      { _id, 'moderation.state': { $ne: 'hidden' } },
      {
        $set: { 'moderation.state': 'open', 'moderation.at': at },
        $addToSet: { 'moderation.reasons': { $each: reasons } },
      },
      { returnDocument: 'after' },
    ).lean<StoredMedia>());
  if (flagged) tellDesk(flagged);
}
