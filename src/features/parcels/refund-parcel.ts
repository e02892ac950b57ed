import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import { refundThings } from '../checkout/refund-things.service.ts';
import type { parcelJobs } from './job-types.ts';
import { ParcelModel, type StoredParcel } from './parcel.model.ts';

/** Does `parcels.refund`: the money of what was not made goes back once. */
export const refundWork: Work<JobData<typeof parcelJobs.refund>> = {
  async run({ parcelId }) {
    const parcel = await ParcelModel.findOne({ _id: parcelId, refund: 'due' }).lean<StoredParcel>();
    if (!parcel) return;
    const { _id, paymentId, amount } = parcel;
    await refundThings({ paymentId, amount, key: `parcel:${parcelId}` });
    await ParcelModel.updateOne({ _id, refund: 'due' }, { $set: { refund: 'done' } });
  },
};
