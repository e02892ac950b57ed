import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { addressKey, createLimiter } from '../../platform/http/rate-limits.ts';
import type { CreateMediaBody } from '../../shared/contracts/media.ts';
import {
  CONTRIBUTORS_PER_EVENT,
  ITEMS_PER_ADDRESS,
  ITEMS_PER_CONTRIBUTOR,
  ITEMS_PER_EVENT,
} from '../../shared/limits.ts';
import { ContributorModel, type StoredMedia, TakenPlacesModel } from './media.model.ts';
import { textHash } from './sources.ts';

const fromAddress = createLimiter('clips-of-address', { points: ITEMS_PER_ADDRESS, seconds: 24 * 3600 });

/** One clip's room, in its event and among its contributor's. Taken by name, so that taking it twice is taking it once. */
export interface Place {
  eventId: string;
  /** The contributor's key. */
  key: string;
  /** The upload or the words that become the clip. */
  item: string;
  /** How many clips this contributor may have. */
  most: number;
}

/** @param key of the contributor @param isOrganisers whether it is added by who makes the film */
export function placeFor(eventId: string, key: string, body: CreateMediaBody, isOrganisers: boolean): Place {
  return { eventId, key, item: body.uploadId ?? textHash(key, body), most: mostFor(isOrganisers) };
}

export function placeOf(media: StoredMedia): Place {
  const item = media.uploadId ?? media.sha256 ?? String(media._id);
  const key = media.contributor?.key ?? '';
  return { eventId: String(media.eventId), key, item, most: mostFor(media.isOrganisers) };
}

/** Organisers add the clips of others too, so only the event's own limit holds for them. */
function mostFor(isOrganisers: boolean): number {
  return isOrganisers ? ITEMS_PER_EVENT : ITEMS_PER_CONTRIBUTOR;
}

/**
 * Takes room for one clip: in the event, among its contributors, and for this contributor; each in one atomic update, so
 * that two can't share the last place. LIMIT_REACHED names the limit, and nothing is taken then.
 * @param spare the place of a clip that this one replaces: it is handed on, so that a full list is no hindrance
 * @returns false where the place was taken already, by an earlier try
 */
export async function reservePlace(place: Place, name: string, spare: Place | null = null): Promise<boolean> {
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
    // Forgotten a moment ago, as their last clip was withdrawn.
    await ensureContributor(eventId, key, name);
    isFull = (await enter(own, item, most, ownSpare)) === 'full';
  }
  if (!isFull) return inEvent === 'new';
  if (inEvent === 'new') await leave(eventList(eventId), item, spare?.item ?? null);
  throw new AppError('LIMIT_REACHED', {
    message: `You have sent ${most} already, which is all we can take from one person. Withdraw one to send another.`,
  });
}

/**
 * Counts one more clip from an address. LIMIT_REACHED past the day's limit, which is wide enough for a whole office.
 * @returns gives it back, for a clip that did not come to be
 */
export async function countAddress(eventId: string, ip: string): Promise<() => Promise<void>> {
  const address = addressKey(ip);
  const { isOver } = await fromAddress.count(eventId, address);
  if (!isOver) return () => fromAddress.giveBack(eventId, address);
  await fromAddress.giveBack(eventId, address);
  throw new AppError('LIMIT_REACHED', {
    message: `${ITEMS_PER_ADDRESS} clips came from your network today, which is all we can take. Try another network, or come back tomorrow.`,
  });
}

/** Gives a place back when a clip was withdrawn or never came to be; to the clip that has it `spare`, where there is one. */
export async function releasePlace({ eventId, key, item }: Place, spare: Place | null = null): Promise<void> {
  await leave(personList(eventId, key), item, spare?.key === key ? spare.item : null);
  await leave(eventList(eventId), item, spare?.item ?? null);
  await forgetEmpty(eventId, key);
}

/** Who has nothing in an event doesn't count among its contributors, and their name and address aren't kept. */
async function forgetEmpty(eventId: string, key: string): Promise<void> {
  const { deletedCount } = await ContributorModel.deleteOne({ eventId, key, items: { $size: 0 } });
  if (deletedCount === 1) await TakenPlacesModel.updateOne({ _id: eventId }, { $pull: { contributors: key } });
}

/** A stored list of what clips are made of: an event's, or one person's. */
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
    // Full, or the first people of an event arrive at once.
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

/** Matches a list that holds the entry already or has room for one more. */
function roomFor(list: 'items' | 'contributors', entry: string, most: number) {
  return { $or: [{ [list]: entry }, { [`${list}.${most - 1}`]: { $exists: false } }] };
}

/** Another request of the same kind may be first. */
async function unlessThere(create: () => Promise<unknown>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
