import { Types } from 'mongoose';
import { platform } from '../../platform/platform.ts';
import { PARCEL_HOLD } from '../../shared/limits.ts';
import { findEvents } from '../events/find-events.service.ts';
import { checkFilm } from '../films/film-versions.service.ts';
import { parcelJobs } from './job-types.ts';
import { giveUpAddresses } from './mend-address.ts';
import { moveParcel, tellStep } from './move-parcel.ts';
import { ParcelModel, type StoredParcel } from './parcel.model.ts';

const BATCH = 200;
/** Telling of a step takes less. */
const UNTOLD = 60_000;

/** Moves everything along whose time has come; every minute. @param now for tests */
export async function moveParcelsAlong(now = new Date()): Promise<void> {
  await fixVersions(now);
  await giveUpAddresses(now);
  await enqueueAll('submit', { status: 'paid', dueAt: { $lte: now } });
  await enqueueAll('look', { lookAt: { $gt: new Date(0), $lte: now } });
  await enqueueAll('refund', { refund: 'due', refundAt: { $not: { $gt: now } } });
  const untold = await ParcelModel.find({ isTold: false, updatedAt: { $lte: new Date(now.getTime() - UNTOLD) } })
    .limit(BATCH)
    .lean<StoredParcel[]>();
  for (const parcel of untold) await tellStep(parcel);
}

/** What waits for a film gets the current one, once none is being made; an outdated one only if no newer one was paid for. */
async function fixVersions(now: Date): Promise<void> {
  const waiting = await ParcelModel.find({ status: 'created', dueAt: null }).limit(BATCH).lean<StoredParcel[]>();
  const events = await findEvents(waiting.map(({ eventId }) => String(eventId)));
  const ready = new Map(events.filter(({ status }) => status !== 'finalizing').map((event) => [event.id, event]));
  for (const parcel of waiting) {
    const event = ready.get(String(parcel.eventId));
    const filmId = event?.currentFilmId;
    if (!event || !filmId) continue;
    if (String(parcel.tooOldFilmId) === filmId && (await checkFilm(event)).isOutdated) continue;
    const set = { filmId: parcel.filmId ?? new Types.ObjectId(filmId), dueAt: new Date(now.getTime() + PARCEL_HOLD) };
    await moveParcel(parcel, { to: 'paid', text: 'The film is ready for it', set });
  }
}

async function enqueueAll(name: keyof typeof parcelJobs, filter: object): Promise<void> {
  const due = await ParcelModel.find(filter, { _id: 1 }).limit(BATCH).lean();
  for (const { _id } of due) {
    const parcelId = String(_id);
    await platform().queue.enqueue(parcelJobs[name], { parcelId }, { uniqueKey: parcelId });
  }
}
