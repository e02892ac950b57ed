import type { Receipt, UpdateReceiptBody } from '../../shared/contracts/media.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { changeClip } from './change-clip.ts';
import { toReceipt } from './clip-steps.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { askedChanges } from './media-changes.ts';
import { noSuchClip, type OwnMedia, requireOpen } from './own-clip.ts';
import { mailReceipt } from './receipt-mails.ts';

/**
 * Changes the names or address of a clip, for the holder of its receipt. Ownership does not change with the name. A new
 * address gets the link. Idempotent. NOT_FOUND for a removed clip, EVENT_CLOSED for a new name once clips are closed.
 */
export async function changeSender(own: OwnMedia, body: UpdateReceiptBody, viewer: Viewer): Promise<Receipt> {
  const { media, event } = own;
  if (media.deletedAt !== null) throw noSuchClip();
  const contributor = { name: body.name ?? media.contributor?.name ?? '', with: body.with };
  if (askedChanges(media, { contributor }).contributor) {
    requireOpen(own);
    await changeClip(media, event, { contributor }, { viewer, roles: own.roles });
  }
  if (body.email !== undefined) {
    await MediaModel.updateOne({ _id: media._id, deletedAt: null }, { $set: { 'contributor.email': body.email } });
  }
  const changed = await MediaModel.findById(media._id).lean<StoredMedia>();
  if (!changed) throw noSuchClip();
  await mailReceipt(changed, event, viewer.ip);
  return toReceipt(changed, event);
}
