import { Types } from 'mongoose';
import { ParcelModel, type StoredParcel } from '../../src/features/parcels/parcel.model.ts';
import { refundWork } from '../../src/features/parcels/refund-parcel.ts';
import { submitWork } from '../../src/features/parcels/submit-parcel.ts';
import { lookWork } from '../../src/features/parcels/track-parcel.ts';
import type { Workshop } from '../../src/integrations/sandbox/workshop.ts';
import { stripeSandbox, workshop } from '../../src/integrations/sandboxes.ts';
import type { JobContext } from '../../src/platform/job-queue.ts';
import type { Order } from '../../src/shared/contracts/orders.ts';

type Named = Pick<Order, 'id'>;

const context: JobContext = {
  jobId: 'test',
  attempt: 1,
  signal: new AbortController().signal,
  progress: async () => undefined,
};

/** Somewhere that the post finds. */
export const PORTLAND = {
  name: 'Ruth Weber',
  line1: '1206 Alder Street',
  line2: 'Apt 4',
  city: 'Portland',
  region: 'OR',
  postalCode: '97205',
  country: 'US',
};

/** The stand-in for the makers. */
export function theWorkshop(): Workshop {
  const running = workshop();
  if (!running) throw new Error('The workshop is not there');
  return running;
}

/** Pays as a person does on the page of Stripe’s sandbox. */
export async function payAt(id: string): Promise<void> {
  if (!(await stripeSandbox()?.pay(id))) throw new Error(`There is no payment ${id}`);
}

/** Sends a parcel to its maker, as its job does once it can’t be cancelled any more. */
export async function submitNow({ id }: Named): Promise<void> {
  await ParcelModel.updateOne({ _id: new Types.ObjectId(id), dueAt: { $ne: null } }, { $set: { dueAt: new Date() } });
  await submitWork.run({ parcelId: id }, context);
}

/** Asks its maker, as the job does. */
export async function lookNow({ id }: Named): Promise<void> {
  await lookWork.run({ parcelId: id }, context);
}

/** Gives its money back, as the job does. */
export async function refundNow({ id }: Named): Promise<void> {
  await refundWork.run({ parcelId: id }, context);
}

/** What is stored of a parcel. */
export async function storedParcel({ id }: Named): Promise<StoredParcel> {
  const found = await ParcelModel.findById(id).lean<StoredParcel>();
  if (!found) throw new Error('There is no such parcel');
  return found;
}
