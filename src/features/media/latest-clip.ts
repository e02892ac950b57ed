import { MediaModel, type StoredMedia } from './media.model.ts';

/** Longer chains are taken for circles. */
const MOST = 200;

/** The clip of a receipt key, or the one that replaced it since; null for an unknown key. */
export async function latestOfReceipt(receiptKey: string): Promise<StoredMedia | null> {
  let media = await MediaModel.findOne({ receiptKey }).lean<StoredMedia>();
  for (let hop = 0; hop < MOST && media?.replacedBy && media.deletedAt !== null; hop++) {
    const newer: StoredMedia | null = await MediaModel.findById(media.replacedBy).lean<StoredMedia>();
    if (!newer) break;
    media = newer;
  }
  return media;
}
