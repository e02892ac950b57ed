import { createHash } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { AppError } from '../../platform/errors.ts';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { platform } from '../../platform/platform.ts';
import { signedFileUrl } from '../../platform/storage/signed-files.ts';
import { type StoredMedia, shownHash, shownKey } from './media.model.ts';
import { noSuchClip, type OwnMedia } from './own-clip.ts';
import { geometryOf } from './paint/paint-photo.ts';
import { photoAnnotation } from './photo-annotation.ts';
import { identify } from './prepare/identify.ts';
import { uprightPhoto } from './prepare/photo.ts';

/** Longest side in pixels of what an editor shows. */
const LONGEST = 1600;

/** A copy of a photo for its editor, which browsers can show whatever its format. Written again each time. */
export async function openPhotoCopy({ media }: OwnMedia): Promise<{ url: string; width: number; height: number }> {
  if (media.deletedAt !== null) throw noSuchClip();
  if (media.kind !== 'photo' || !media.originalKey) {
    throw new AppError('WRONG_STATE', { message: 'Only photos can be drawn on.' });
  }
  const { config, store } = platform();
  return withTempFolder(join(config.varDir, 'tmp'), async (folder) => {
    const path = await store.local(shownKey(media), folder);
    const facts = await identify(path);
    if (facts.kind !== 'photo') throw new AppError('WRONG_STATE', { message: 'Only photos can be drawn on.' });
    const edit = geometryOf(photoAnnotation(media.annotation) ?? {});
    const { data, ...raw } = await uprightPhoto(path, facts, edit, folder);
    const copy = await sharp(data, { raw })
      .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 88 })
      .toBuffer({ resolveWithObject: true });
    await store.write(photoCopyKey(media), copy.data);
    const reference = { kind: 'media', id: String(media._id), variant: 'photo', scope: 'own' } as const;
    const { width, height } = copy.info;
    return { url: signedFileUrl(reference, revisionOf(media)), width, height };
  });
}

/** Key of the copy for a photo's editor. */
export function photoCopyKey({ _id, eventId }: Pick<StoredMedia, '_id' | 'eventId'>): string {
  return `photos/${eventId}/${_id}.jpg`;
}

function revisionOf(media: StoredMedia): string {
  const facts = `${shownHash(media)} ${media.annotation ?? ''}`;
  return createHash('sha256').update(facts).digest('hex').slice(0, 8);
}
