import type { MakerNews } from '../../integrations/makers.ts';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import type { parcelJobs } from './job-types.ts';
import { placeOf } from './made-things.service.ts';
import { makers } from './makers.parts.ts';
import { makerOrderId, parcelNamed } from './mend-address.ts';
import { moveParcel } from './move-parcel.ts';
import { ParcelModel, type StoredParcel } from './parcel.model.ts';

const HOUR = 3_600_000;
/** Makers that report nothing are asked a few times a day. */
const LOOK_EVERY = 6 * HOUR;
/** What was posted so long ago has arrived, or nobody will ever know. */
const LAST_LOOK = 60 * 24 * HOUR;

/** Does `parcels.look`. */
export const lookWork: Work<JobData<typeof parcelJobs.look>> = {
  async run({ parcelId }) {
    const parcel = await ParcelModel.findById(parcelId).lean<StoredParcel>();
    if (!parcel?.makerId || !parcel.lookAt) return;
    const isOld = Date.now() - parcel.createdAt.getTime() > LAST_LOOK;
    const lookAt = isOld ? null : new Date(Date.now() + LOOK_EVERY);
    await ParcelModel.updateOne({ _id: parcel._id, lookAt: parcel.lookAt }, { $set: { lookAt } });
    const news = await makers()[parcel.maker]?.look({ id: makerOrderId(parcel), makerId: parcel.makerId });
    if (news) await takeNews(news);
  },
};

/** Books what a maker tells; idempotent, and in any order. Parcels of others are left alone. */
export async function takeNews({ id, status, why, trackingUrl }: MakerNews): Promise<void> {
  const parcel = await findNamed(id);
  if (!parcel) {
    platform().log.warn({ status }, 'a maker told of a parcel that is not ours');
    return;
  }
  if (trackingUrl && parcel.trackingUrl !== trackingUrl) {
    await ParcelModel.updateOne({ _id: parcel._id }, { $set: { trackingUrl } });
  }
  // A report may overtake the answer to the order itself.
  if (parcel.status === 'paid' && parcel.claimedAt) {
    // Makers that name our id are asked by it, too.
    const makerId = typeof id === 'string' ? (parcel.makerId ?? id) : id.makerId;
    const set = { makerId, dueAt: null, lookAt: new Date(Date.now() + LOOK_EVERY) };
    await moveParcel(parcel, { to: 'submitted', text: `At the ${placeOf(parcel.product)}`, set });
  }
  const text = why === 'address' ? 'It came back: nobody was found at the address' : wordsOf(status, parcel);
  await moveParcel(parcel, { to: status, text });
}

function wordsOf(status: MakerNews['status'], { product }: StoredParcel): string {
  const isCard = product === 'postcard';
  const words: Record<MakerNews['status'], string> = {
    inProduction: isCard ? 'Being printed' : 'Being made',
    shipped: 'In the post',
    delivered: 'Delivered',
    failed: `The ${placeOf(product)} couldn’t make it`,
  };
  return words[status];
}

async function findNamed(id: MakerNews['id']): Promise<StoredParcel | null> {
  if (typeof id !== 'string') return ParcelModel.findOne(id).lean<StoredParcel>();
  const own = parcelNamed(id);
  return own && ParcelModel.findById(own).lean<StoredParcel>();
}
