import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { platform } from '../../platform/platform.ts';
import { type FileReference, type ServedFile, signedFileUrl } from '../../platform/storage/signed-files.ts';
import type { ProfilePicture } from '../../shared/contracts/profiles.ts';
import { type DrawnPicture, drawPicture, PICTURE_SIZES } from './picture-drawing.ts';
import { changeProfile, findProfile } from './profile-store.ts';

/** The kind of file that signed addresses of pictures name. */
export const PICTURE_FILES = 'picture';
const ENDINGS = { 'image/avif': 'avif', 'image/webp': 'webp' } as const;
/** What there is of each picture, the smaller kind of file first. */
const SHOWN = PICTURE_SIZES.flatMap((width) => [
  { width, type: 'image/avif' as const },
  { width, type: 'image/webp' as const },
]);
const LARGEST = { width: Math.max(...PICTURE_SIZES), type: 'image/webp' } as const;
/** Characters of a folder's name that tell one picture from the next. */
const REVISION = 18;

/** Each costs half a second of a processor. */
const changes = createLimiter('pictures', { points: 20, seconds: 10 * 60 });

/**
 * Makes `bytes` the picture of a user's profile. WRONG_TYPE or UNREADABLE_MEDIA where they are no picture that we can
 * open, TOO_MANY_REQUESTS past 20 in ten minutes.
 */
export async function setPicture(userId: string, bytes: Buffer): Promise<void> {
  const { isOver, secondsLeft } = await changes.count(userId);
  if (isOver) throw tooMany(secondsLeft);
  const drawn = await drawPicture(bytes);
  const folder = `${rootOf(userId)}${randomBytes(9).toString('hex')}`;
  const { store } = platform();
  await Promise.all(drawn.map((picture) => store.write(`${folder}/${fileName(picture)}`, picture.bytes)));
  const before = await changeProfile(userId, { pictureFolder: folder });
  if (before?.pictureFolder) await removeFolder(before.pictureFolder);
}

export async function removePicture(userId: string): Promise<void> {
  const before = await changeProfile(userId, { pictureFolder: null });
  if (before?.pictureFolder) await removeFolder(before.pictureFolder);
}

/** Signed addresses of the picture in `folder`; null without one. */
export function pictureOf(userId: string, folder: string | null): ProfilePicture | null {
  if (!folder) return null;
  const sources = SHOWN.map(({ width, type }) => {
    const reference = { kind: PICTURE_FILES, id: userId, variant: fileName({ width, type }), scope: 'own' } as const;
    return { width, type, url: signedFileUrl(reference, folder.slice(-REVISION)) };
  });
  return { sources };
}

/** A user's picture as a `data:` address, for their copy of their data; null without one. */
export async function pictureAsData(userId: string): Promise<string | null> {
  const key = await pictureKey(userId);
  if (!key) return null;
  const bytes = await buffer(await platform().store.read(key));
  return `data:${LARGEST.type};base64,${bytes.toString('base64')}`;
}

/** Key in the file store of a user's largest picture, another one for each picture; null without one. */
export async function pictureKey(userId: string): Promise<string | null> {
  const folder = (await findProfile(userId))?.pictureFolder;
  return folder ? `${folder}/${fileName(LARGEST)}` : null;
}

/** Removes every file that a user's pictures ever left. */
export async function removePictureFiles(userId: string): Promise<void> {
  await removeFolder(rootOf(userId));
}

/** Resolves a picture's signed address. */
export async function resolvePicture({ id, variant }: FileReference): Promise<ServedFile | null> {
  const folder = (await findProfile(id))?.pictureFolder;
  const shown = SHOWN.find((each) => fileName(each) === variant);
  return folder && shown ? { key: `${folder}/${variant}`, type: shown.type } : null;
}

async function removeFolder(folder: string): Promise<void> {
  const { store } = platform();
  for await (const { key } of store.list(folder.endsWith('/') ? folder : `${folder}/`)) await store.remove(key);
}

function rootOf(userId: string): string {
  return `pictures/${userId}/`;
}

function fileName({ width, type }: Pick<DrawnPicture, 'width' | 'type'>): string {
  return `${width}.${ENDINGS[type]}`;
}
