import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { platform } from '../../platform/platform.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { clipPicture, clipsThere } from '../media/clip-picture.service.ts';
import type { StoredPostcard } from './postcard.model.ts';

interface Chosen {
  mediaId: string;
  /** Second of a video; null for its poster's. */
  at: number | null;
}

/** Copies a clip's picture for a card; null while there is none. */
export async function keepPicture(
  event: EventRecord,
  cardId: string,
  { mediaId, at }: Chosen,
): Promise<{ key: string; width: number; height: number } | null> {
  const picture = await clipPicture(event, mediaId, at);
  if (!picture) return null;
  const { jpeg, width, height } = picture;
  const hash = createHash('sha256').update(jpeg).digest('hex').slice(0, 16);
  const key = `${folderOf(event.id)}${cardId}/${hash}.jpg`;
  await platform().store.write(key, jpeg);
  return { key, width, height };
}

export async function readPicture(key: string): Promise<Buffer> {
  return buffer(await platform().store.read(key));
}

/** Cards of an event as they can be drawn now: without the pictures of clips that are gone. */
export async function asDrawn(
  event: Pick<EventRecord, 'id'>,
  cards: readonly StoredPostcard[],
): Promise<StoredPostcard[]> {
  const chosen = cards.flatMap(({ front: { mediaId } }) => mediaId ?? []);
  const there = await clipsThere(event, [...new Set(chosen)]);
  return cards.map((card) =>
    card.front.mediaId && !there.has(card.front.mediaId) ? { ...card, front: { ...card.front, key: null } } : card,
  );
}

/** Deletes the pictures of a card; of all cards of an event without one. */
export async function removePictures(eventId: string, cardId?: string): Promise<void> {
  const { store } = platform();
  for await (const { key } of store.list(`${folderOf(eventId)}${cardId ? `${cardId}/` : ''}`)) await store.remove(key);
}

function folderOf(eventId: string): string {
  return `postcards/${eventId}/`;
}
