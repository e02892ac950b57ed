import type { MakerAnswer } from '../../integrations/makers.ts';
import type { JobContext, JobStatus } from '../../platform/job-queue.ts';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import { titleOf } from '../events/event-facts.service.ts';
import { isAway } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { findFilmToKeep } from '../films/film-to-keep.service.ts';
import { toPostalAddress } from '../profiles/postal-address.service.ts';
import type { parcelJobs } from './job-types.ts';
import { placeOf } from './made-things.service.ts';
import { makers } from './makers.parts.ts';
import { askForAddress, makerOrderId } from './mend-address.ts';
import { moveParcel } from './move-parcel.ts';
import { ParcelModel, type StoredParcel } from './parcel.model.ts';
import { filesOf } from './parcel-files.ts';

const HOUR = 3_600_000;
/** What could not be made for so long is given up, as long as no maker can have it. */
const GIVEN_UP = 48 * HOUR;
/** A maker is asked for the first time after this. */
const FIRST_LOOK = HOUR;

type Refused = Extract<MakerAnswer, { state: 'refused' }>;
type Why = Exclude<Refused['why'], 'address'>;

/** Does `parcels.submit`. */
export const submitWork: Work<JobData<typeof parcelJobs.submit>> = { run: submit, ended: submitEnded };

async function submit({ parcelId }: { parcelId: string }, { signal }: JobContext): Promise<void> {
  const parcel = await ParcelModel.findOne({ _id: parcelId, status: 'paid' }).lean<StoredParcel>();
  if (!parcel?.dueAt || parcel.dueAt > new Date()) return;
  const event = await findEvent(String(parcel.eventId));
  // A deleted gift may come back; its purge cancels what is still here.
  if (!event || isAway(event)) return later(parcel);
  const maker = makers()[parcel.maker];
  if (!maker) return later(parcel);
  const film = parcel.filmId && (await findFilmToKeep(event, String(parcel.filmId)));
  const files = film && (await filesOf(parcel, { event, film, signal }));
  if (!film || !files) {
    // A card that is cancelled is a draft again, and can get another picture.
    const to = parcel.product === 'postcard' ? 'cancelled' : 'failed';
    await moveParcel(parcel, { to, text: 'What is on it is gone', isUnclaimed: true });
    return;
  }
  // From here on the maker may have it, whatever we hear.
  const claimed = await ParcelModel.findOneAndUpdate(
    { _id: parcel._id, status: 'paid', dueAt: { $lte: new Date() } },
    { $set: { claimedAt: parcel.claimedAt ?? new Date() } },
    { returnDocument: 'after' },
  ).lean<StoredParcel>();
  if (!claimed) return;
  const order = {
    id: makerOrderId(parcel),
    product: parcel.product,
    quantity: parcel.quantity,
    to: toPostalAddress(parcel.shipTo),
  };
  const answer = await maker.submit({ ...order, title: titleFor(event, parcel), length: film.length, files }, signal);
  if (answer.state === 'taken') {
    const lookAt = new Date(Date.now() + FIRST_LOOK);
    const set = { makerId: answer.makerId, lookAt, dueAt: null };
    await moveParcel(claimed, { to: 'submitted', text: `At the ${placeOf(claimed.product)}`, set });
    return;
  }
  platform().log.warn({ parcelId, why: answer.why, said: answer.message }, 'a maker refused a parcel');
  if (answer.why === 'address') await askForAddress(claimed);
  else await moveParcel(claimed, { to: 'failed', text: reasonOf(answer.why, claimed) });
}

function reasonOf(why: Why, { product }: StoredParcel): string {
  const place = placeOf(product);
  return why === 'stock' ? `It is sold out at the ${place}` : `The ${place} couldn’t take it`;
}

/** Nothing is lost while a maker is away: it is tried again every hour. */
async function submitEnded({ parcelId }: { parcelId: string }, { state }: JobStatus): Promise<void> {
  if (state === 'done') return;
  const parcel = await ParcelModel.findOne({ _id: parcelId, status: 'paid' }).lean<StoredParcel>();
  if (!parcel?.dueAt) return;
  const since = parcel.lateSince ?? parcel.dueAt;
  if (parcel.claimedAt === null && since.getTime() < Date.now() - GIVEN_UP) {
    await moveParcel(parcel, { to: 'failed', text: 'It couldn’t be made', isUnclaimed: true });
    return;
  }
  platform().log.error({ parcelId }, 'a parcel could not be sent to its maker');
  await later(parcel, since);
}

/** @param lateSince since when it could not be made. Default: it only waits */
async function later({ _id }: StoredParcel, lateSince: Date | null = null): Promise<void> {
  await ParcelModel.updateOne({ _id, status: 'paid' }, { $set: { dueAt: new Date(Date.now() + HOUR), lateSince } });
}

/** A printer needs none; people at the workshop read it. */
function titleFor(event: EventRecord, { product }: StoredParcel): string {
  return product === 'postcard' ? 'Postcard' : titleOf(event);
}
