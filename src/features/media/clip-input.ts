import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { platform } from '../../platform/platform.ts';
import { bylineOf } from '../../shared/byline.ts';
import { mediaEdit } from '../../shared/media-edit.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import { clipLimitOf } from '../events/event-facts.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { type StoredMedia, shownHash, shownKey } from './media.model.ts';
import { paintPhoto } from './paint/paint-photo.ts';
import { photoAnnotation } from './photo-annotation.ts';
import { portraitHash, portraitOf } from './portraits.ts';
import { identify } from './prepare/identify.ts';
import type { FileInput, TextInput } from './prepare/prepared-clip.ts';
import { FACTS_VERSION, type SourceFacts } from './prepare/source-facts.ts';

/** Text of a card, and its style. */
export function textInputOf(media: StoredMedia, event: EventRecord): TextInput {
  const isQuiet = OCCASIONS[event.occasion].tone === 'quiet';
  return { ...commonOf(media), kind: 'text', text: media.text ?? '', isQuiet };
}

/** Original of any other clip. @param folder download folder, unless it is on the disk */
export async function fileInputOf(media: StoredMedia, event: EventRecord, folder: string): Promise<FileInput> {
  if (media.kind === 'text') throw new Error('A text card has no file');
  const portrait = await portraitOf(media);
  const sha256 = pictureHash(media, portrait);
  const { store } = platform();
  const original = await store.local(shownKey(media), folder);
  const facts = await factsFromUpload(media, original);
  const path = await painted(media, original, facts, folder);
  return {
    ...commonOf(media),
    kind: media.kind,
    path,
    ...(facts && path === original && { facts }),
    ...(sha256 && { sha256 }),
    ...(portrait && { portrait: await store.local(portrait, join(folder, 'portrait')) }),
    maxLength: clipLimitOf(event),
  };
}

/** Hash of what a clip's segment is made from; null if it is not known yet. */
export async function sourceHash(media: StoredMedia): Promise<string | null> {
  return pictureHash(media, await portraitOf(media));
}

function pictureHash(media: StoredMedia, portrait: string | null): string | null {
  const hash = shownHash(media);
  return hash && portrait ? portraitHash(hash, portrait) : hash;
}

/** Facts found when the file was uploaded; null if it is another file by now, or if another version found them. */
async function factsFromUpload(media: StoredMedia, path: string): Promise<SourceFacts | null> {
  const { sourceFacts, originalKey, originalState } = media;
  const isOriginal = originalState === 'raw' && shownKey(media) === originalKey;
  if (!isOriginal || sourceFacts?.version !== FACTS_VERSION) return null;
  return (await stat(path)).size === sourceFacts.facts.bytes ? sourceFacts.facts : null;
}

/** The photo as its editor left it; any other clip as it is. */
async function painted(
  { kind, painting }: StoredMedia,
  path: string,
  known: SourceFacts | null,
  folder: string,
): Promise<string> {
  const edit = kind === 'photo' && photoAnnotation(painting);
  if (!edit) return path;
  const facts = known ?? (await identify(path));
  return facts.kind === 'photo' ? paintPhoto(path, facts, edit, folder) : path;
}

function commonOf(media: StoredMedia) {
  return { edit: mediaEdit.parse(media.edit ?? {}), name: drawnName(media) };
}

/** The name in a segment's own picture: films put names over videos and photos themselves, in their theme. */
export function drawnName({ kind, contributor }: Pick<StoredMedia, 'kind' | 'contributor'>): string {
  return kind === 'audio' || kind === 'text' ? bylineOf(contributor) : '';
}
