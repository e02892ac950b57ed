import { platform } from '../../platform/platform.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';

/** Files of an enlarged clip, in the folder of its request. */
export const ENLARGED_FILES = ['large', 'before', 'after'] as const;

/** Deletes the files of an enlarged clip, unless a copy uses them. */
export async function removeEnlarged({ _id, upscale }: Pick<StoredMedia, '_id' | 'upscale'>): Promise<void> {
  if (!upscale) return;
  const { folder } = upscale;
  if (await MediaModel.exists({ 'upscale.folder': folder, _id: { $ne: _id } })) return;
  for (const file of ENLARGED_FILES) await platform().store.remove(`${folder}/${file}`);
}
