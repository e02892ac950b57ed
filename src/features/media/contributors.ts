import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import type { CreateMediaBody } from '../../shared/contracts/media.ts';
import { CONTRIBUTORS_PER_EVENT, ITEMS_PER_CONTRIBUTOR, ITEMS_PER_EVENT } from '../../shared/limits.ts';
import { ContributorModel, TakenPlacesModel } from './contributor.model.ts';
import { MAKER } from './contributor-identity.service.ts';
import type { StoredMedia } from './media.model.ts';
import { textHash } from './sources.ts';

/** A clip's place in its event and contributor limits. Reserved by name, so that it is idempotent. */
export interface Place {
  eventId: string;
  /** Contributor key. */
  key: string;
  /** The upload or text of the clip. */
  item: string;
  /** Maximum clips of this contributor. */
  most: number;
}

/** @param key of the contributor @param isOrganisers added by a maker of the film */
export function placeFor(eventId: string, key: string, body: CreateMediaBody, isOrganisers: boolean): Place {
  return { eventId, key, item: body.uploadId ?? textHash(key, body), most: mostFor(isOrganisers) };
}

export function placeOf(media: StoredMedia): Place {
  if (media.copyOf) return placeOfCopy(String(media.eventId), String(media._id));
  const item = media.uploadId ?? media.sha256 ?? String(media._id);
  const key = media.contributor?.key ?? '';
  return { eventId: String(media.eventId), key, item, most: mostFor(media.isOrganisers) };
}

/** A copy takes a place of the event, but none of its contributor's. */
export function placeOfCopy(eventId: string, item: string): Place {
  return { eventId, key: MAKER, item, most: ITEMS_PER_EVENT };
}

/** Organisers add others' clips too, so only the event's limit applies. */
function mostFor(isOrganisers: boolean): number {
  return isOrganisers ? ITEMS_PER_EVENT : ITEMS_PER_CONTRIBUTOR;
}

/** How a place was reserved. */
interface Reserved {
  /** False where it was taken already, by an earlier try. */
  isNew: boolean;
  /** How many clips the event held before; null where it held this one or was not asked. */
  before: number | null;
}

/**
 * Reserves a place for a clip in the event, among its contributors, and for this contributor; each atomically, so that
 * two can't take the last one. LIMIT_REACHED names the limit, and reserves nothing.
 * @param spare place of a replaced clip, which is reused even when a limit is reached
 */
export async function reservePlace(place: Place, name: string, spare: Place | null = null): Promise<Reserved> {
  if (spare === null) {
    const taken = await reserveAtOnce(place, name);
    if (taken) return taken;
  }
  return { isNew: await reserveInSteps(place, name, spare), before: null };
}

/** Both lists with one command each; null where one of them is full, which `reserveInSteps` tells in words. */
async function reserveAtOnce({ eventId, key, item, most }: Place, name: string): Promise<Reserved | null> {
  const room = [roomFor('contributors', key, CONTRIBUTORS_PER_EVENT), roomFor('items', item, ITEMS_PER_EVENT)];
  const list = await unlessFull(() =>
    TakenPlacesModel.findOneAndUpdate(
      { _id: eventId, $and: room },
      { $addToSet: { contributors: key, items: item } },
      { upsert: true, returnDocument: 'before', projection: { items: 1 } },
    ).lean(),
  );
  if (list === 'full') return null;
  const items = list?.items ?? [];
  const isNew = !items.includes(item);
  const own = await unlessFull(() =>
    ContributorModel.updateOne(
      { eventId, key, ...roomFor('items', item, most) },
      { $addToSet: { items: item }, $setOnInsert: { name } },
      { upsert: true },
    ),
  );
  if (own !== 'full') return { isNew, before: isNew ? items.length : null };
  if (isNew) await leave(eventList(eventId), item, null);
  return null;
}

/** A document that is there and does not match has no room: inserting another fails. */
async function unlessFull<T>(upsert: () => Promise<T>): Promise<T | 'full'> {
  try {
    return await upsert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return 'full';
  }
}

async function reserveInSteps(place: Place, name: string, spare: Place | null): Promise<boolean> {
  const { eventId, key, item, most } = place;
  await ensureContributor(eventId, key, name);
  const inEvent = await enter(eventList(eventId), item, ITEMS_PER_EVENT, spare?.item ?? null);
  if (inEvent === 'full') {
    await forgetEmpty(eventId, key);
    throw new AppError('LIMIT_REACHED', {
      message: `This VidDay already holds ${ITEMS_PER_EVENT} clips, which is all it can.`,
    });
  }
  const own = personList(eventId, key);
  const ownSpare = spare?.key === key ? spare.item : null;
  let isFull = (await enter(own, item, most, ownSpare)) === 'full';
  if (isFull && !(await ContributorModel.exists({ eventId, key }))) {
    // Deleted a moment ago, when their last clip was withdrawn.
    await ensureContributor(eventId, key, name);
    isFull = (await enter(own, item, most, ownSpare)) === 'full';
  }
  if (!isFull) return inEvent === 'new';
  if (inEvent === 'new') await leave(eventList(eventId), item, spare?.item ?? null);
  throw new AppError('LIMIT_REACHED', {
    message: `You have sent ${most} already, which is all we can take from one person. Withdraw one to send another.`,
  });
}

/** Releases a place after a withdrawal or failure, or gives it back to the replaced clip. */
export async function releasePlace({ eventId, key, item }: Place, spare: Place | null = null): Promise<void> {
  await leave(personList(eventId, key), item, spare?.key === key ? spare.item : null);
  await leave(eventList(eventId), item, spare?.item ?? null);
  await forgetEmpty(eventId, key);
}

/** Contributors without clips don't count, and their name and address are deleted. */
async function forgetEmpty(eventId: string, key: string): Promise<void> {
  const { deletedCount } = await ContributorModel.deleteOne({ eventId, key, items: { $size: 0 } });
  if (deletedCount === 1) await TakenPlacesModel.updateOne({ _id: eventId }, { $pull: { contributors: key } });
}

/** Stored list of an event's or a contributor's places. */
interface ItemList {
  has(item: string): Promise<boolean>;
  swap(from: string, to: string): Promise<boolean>;
  add(item: string, most: number): Promise<'new' | 'known' | 'full'>;
  pull(item: string): Promise<unknown>;
}

function eventList(eventId: string): ItemList {
  const list = { _id: eventId };
  return {
    has: async (item) => (await TakenPlacesModel.exists({ ...list, items: item })) !== null,
    swap: async (from, to) =>
      (await TakenPlacesModel.updateOne({ ...list, items: from }, { $set: { 'items.$': to } })).modifiedCount === 1,
    add: async (item, most) =>
      added(
        await TakenPlacesModel.findOneAndUpdate(
          { ...list, ...roomFor('items', item, most) },
          { $addToSet: { items: item } },
        ).lean(),
        item,
      ),
    pull: (item) => TakenPlacesModel.updateOne(list, { $pull: { items: item } }),
  };
}

function personList(eventId: string, key: string): ItemList {
  const list = { eventId, key };
  return {
    has: async (item) => (await ContributorModel.exists({ ...list, items: item })) !== null,
    swap: async (from, to) =>
      (await ContributorModel.updateOne({ ...list, items: from }, { $set: { 'items.$': to } })).modifiedCount === 1,
    add: async (item, most) =>
      added(
        await ContributorModel.findOneAndUpdate(
          { ...list, ...roomFor('items', item, most) },
          { $addToSet: { items: item } },
        ).lean(),
        item,
      ),
    pull: (item) => ContributorModel.updateOne(list, { $pull: { items: item } }),
  };
}

function added(before: { items: string[] } | null, item: string): 'new' | 'known' | 'full' {
  if (!before) return 'full';
  return before.items.includes(item) ? 'known' : 'new';
}

async function enter(list: ItemList, item: string, most: number, spare: string | null) {
  if (spare !== null) {
    if (await list.has(item)) return 'known';
    if (await list.swap(spare, item)) return 'new';
  }
  return list.add(item, most);
}

async function leave(list: ItemList, item: string, spare: string | null): Promise<void> {
  if (spare === null || !(await list.swap(item, spare))) await list.pull(item);
}

async function ensureContributor(eventId: string, key: string, name: string): Promise<void> {
  if (await ContributorModel.exists({ eventId, key })) return;
  const join = () =>
    TakenPlacesModel.updateOne(
      { _id: eventId, ...roomFor('contributors', key, CONTRIBUTORS_PER_EVENT) },
      { $addToSet: { contributors: key } },
    );
  let taken = await join();
  if (taken.matchedCount === 0) {
    // Full, or the event's first contributors arrived concurrently.
    await unlessThere(() => TakenPlacesModel.create({ _id: eventId }));
    taken = await join();
  }
  if (taken.matchedCount === 0) {
    throw new AppError('LIMIT_REACHED', {
      message: `${CONTRIBUTORS_PER_EVENT} people have taken part, which is all there is room for.`,
    });
  }
  await unlessThere(() => ContributorModel.create({ eventId, key, name }));
}

/** Matches a list that contains the entry or has room for it. */
function roomFor(list: 'items' | 'contributors', entry: string, most: number) {
  return { $or: [{ [list]: entry }, { [`${list}.${most - 1}`]: { $exists: false } }] };
}

/** Another request may create it concurrently. */
async function unlessThere(create: () => Promise<unknown>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
