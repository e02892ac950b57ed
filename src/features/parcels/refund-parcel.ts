import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import { refundThings } from '../checkout/refund-things.service.ts';
import type { parcelJobs } from './job-types.ts';
import { amountOf, isOver } from './paid-units.ts';
import { ParcelModel, type StoredParcel } from './parcel.model.ts';

/** A bank takes weeks to decide. */
const LOOK_AGAIN = 3_600_000;

/** Does `parcels.refund`: the money of what was not made goes back once, and not while a bank decides about it. */
export const refundWork: Work<JobData<typeof parcelJobs.refund>> = {
  async run({ parcelId }) {
    const parcel = await ParcelModel.findOne({ _id: parcelId, refund: 'due' }).lean<StoredParcel>();
    if (!parcel) return;
    const { _id, cartId, paymentId, amount } = parcel;
    const others = await ParcelModel.find({ cartId }, { status: 1, amount: 1 }).lean<StoredParcel[]>();
    const kept = amountOf(others.filter((each) => !isOver(each)));
    const isSettled = await refundThings({ paymentId, amount, kept, key: `parcel:${parcelId}` });
    const set = isSettled ? { refund: 'done' as const } : { refundAt: new Date(Date.now() + LOOK_AGAIN) };
    await ParcelModel.updateOne({ _id, refund: 'due' }, { $set: set });
  },
};
