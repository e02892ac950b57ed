import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Event } from '../../../src/shared/contracts/events.ts';
import { getEvent } from '../../../src/shared/contracts/events.ts';
import { createMedia, type Receipt } from '../../../src/shared/contracts/media.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createUpload, patchUpload } from '../../helpers/tus.ts';
import { newVisitor, type Visitor } from '../../helpers/user.ts';

/** Puts a text card into an event, as a contributor without account does. */
export function giveWords(origin: string, event: string, name: string, text: string): Promise<Receipt> {
  return newVisitor(origin).call(createMedia, { body: { event, kind: 'text', text, contributor: { name } } });
}

/** Sends a file and puts it into an event. */
export async function giveFile(origin: string, event: string, name: string, path: string): Promise<Receipt> {
  const bytes = await readFile(path);
  const filename = basename(path);
  const filetype = filename.endsWith('.mp4') ? 'video/mp4' : filename.endsWith('.jpg') ? 'image/jpeg' : 'audio/mp4';
  const location = await createUpload(origin, { size: bytes.length, event, filename, filetype });
  const sent = await patchUpload(origin + location, 0, bytes);
  if (sent.status !== 204) throw new Error(`${sent.status} ${await sent.text()}`);
  const uploadId = location.slice(location.lastIndexOf('/') + 1);
  return newVisitor(origin).call(createMedia, { body: { event, uploadId, contributor: { name } } });
}

/** Waits until every clip of an event has been prepared or refused. */
export function allPrepared(creator: Visitor, id: string, within = 300_000): Promise<Event> {
  return eventually(
    'all clips to be prepared',
    async () => {
      const event = await creator.call(getEvent, { params: { id }, query: {} });
      return event.media?.every(({ status }) => status === 'ready' || status === 'failed') && event;
    },
    within,
  );
}
