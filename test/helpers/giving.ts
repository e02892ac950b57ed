import { readFile } from 'node:fs/promises';
import type { Connection } from 'mongoose';
import { carryOutDelivery } from '../../src/features/events/delivery.ts';
import { findEvent } from '../../src/features/events/find-events.service.ts';
import type { CallInput } from '../../src/shared/api-client.ts';
import { type CreateEventBody, createEvent, type Event, getEvent } from '../../src/shared/contracts/events.ts';
import { getRenderJob, type RenderJob } from '../../src/shared/contracts/films.ts';
import { createMedia, type Media, type Receipt } from '../../src/shared/contracts/media.ts';
import { eventually } from './eventually.ts';
import { createUpload, patchUpload } from './tus.ts';
import type { SignedInUser, Visitor } from './user.ts';

/* What people do with the product, through its API: start an event, send clips, wait for what comes of them. */

const ANNA = { name: 'Anna Ivanova' };

/** Default: a birthday for Ruth. */
export function startEvent(creator: Visitor, facts: Partial<CreateEventBody> = {}): Promise<Event> {
  return creator.call(createEvent, {
    body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth', email: 'ruth@example.com' }], ...facts },
  });
}

/** An event whose film costs nothing. */
export function startFreeEvent(creator: Visitor, facts: Partial<CreateEventBody> = {}): Promise<Event> {
  return startEvent(creator, { occasion: 'getwell', ...facts });
}

/** Uploads a file whole and answers the upload's id. */
export async function uploadFile(
  origin: string,
  event: Pick<Event, 'uuid'>,
  content: string | Uint8Array,
  facts: { filename?: string; filetype?: string; headers?: Record<string, string> } = {},
): Promise<string> {
  const bytes = typeof content === 'string' ? await readFile(content) : content;
  const location = await createUpload(origin, { size: bytes.length, event: event.uuid, ...facts });
  const answer = await patchUpload(new URL(location, origin).href, 0, bytes);
  if (answer.status !== 204) throw new Error(`${answer.status} ${await answer.text()}`);
  return location.split('/').pop() ?? '';
}

/** Opens the contribution page, as every browser has before it sends anything: now it is known again. */
export async function openedBy<V extends Visitor>(visitor: V, event: Pick<Event, 'uuid'>): Promise<V> {
  const page = await visitor.fetch(`/e/${event.uuid}`);
  if (page.status !== 200) throw new Error(`${page.status} for the contribution page`);
  return visitor;
}

type More = Partial<CallInput<typeof createMedia>['body']>;

/** Sends a file as a contributor without an account. */
export async function giveFile(
  visitor: Visitor,
  origin: string,
  event: Pick<Event, 'uuid'>,
  content: string | Uint8Array,
  more: More & { filename?: string; filetype?: string } = {},
): Promise<Receipt> {
  const { filename, filetype, ...body } = more;
  const uploadId = await uploadFile(origin, event, content, {
    ...(filename && { filename }),
    ...(filetype && { filetype }),
  });
  return visitor.call(createMedia, { body: { event: event.uuid, uploadId, contributor: ANNA, ...body } });
}

/** Sends a text card as a contributor without an account. */
export function giveText(
  visitor: Visitor,
  event: Pick<Event, 'uuid'>,
  text: string,
  more: More = {},
): Promise<Receipt> {
  return visitor.call(createMedia, {
    body: { event: event.uuid, kind: 'text', text, contributor: ANNA, ...more },
  });
}

/** The event as its creator sees it. */
export function readEvent(creator: Visitor, event: Pick<Event, 'id'>): Promise<Event> {
  return creator.call(getEvent, { params: { id: event.id }, query: {} });
}

/** The clips once none is being prepared any more. */
export function settledMedia(creator: Visitor, event: Pick<Event, 'id'>): Promise<Media[]> {
  return eventually('the clips to be prepared', async () => {
    const { media = [] } = await readEvent(creator, event);
    return media.every(({ status }) => status === 'ready' || status === 'failed') && media;
  });
}

/** A render job once it has ended. */
export function endedRender(creator: Visitor, job: Pick<RenderJob, 'id'>): Promise<RenderJob> {
  return eventually('the film to be made', async () => {
    const now = await creator.call(getRenderJob, { params: { id: job.id } });
    return now.finishedAt !== null && now;
  });
}

/** Gives what is planned, as its job does once its time has come: no test waits until a gift can’t be taken back. */
export async function timeToGive({ id }: Pick<Event, 'id'>): Promise<void> {
  await carryOutDelivery(id, (await findEvent(id))?.deliveryId ?? '');
}

/** Fetches an address that a DTO holds, whole. */
export async function download(origin: string, url: string | null | undefined): Promise<Buffer> {
  const answer = await fetch(new URL(url ?? '/nowhere', origin));
  if (!answer.ok) throw new Error(`${answer.status} for ${url}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Lets somebody look after an event, too. */
export async function makeOrganiser(
  connection: Connection,
  event: Pick<Event, 'id'>,
  { user }: Pick<SignedInUser, 'user'>,
): Promise<void> {
  const { ObjectId } = connection.base.mongo;
  await connection
    .collection('events')
    .updateOne({ _id: new ObjectId(event.id) }, { $push: { organiserIds: new ObjectId(user.id) } as never });
}
