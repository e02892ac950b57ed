import { Types } from 'mongoose';
import { makers } from '../../src/features/parcels/makers.parts.ts';
import { ParcelModel, type StoredParcel } from '../../src/features/parcels/parcel.model.ts';
import { refundWork } from '../../src/features/parcels/refund-parcel.ts';
import { submitWork } from '../../src/features/parcels/submit-parcel.ts';
import { lookWork } from '../../src/features/parcels/track-parcel.ts';
import { createReplicator } from '../../src/integrations/acutrack.ts';
import { createBinder } from '../../src/integrations/heirloom.ts';
import { createPrinter } from '../../src/integrations/lob.ts';
import { startWorkshop, type Workshop } from '../../src/integrations/sandbox/workshop.ts';
import { stripeSandbox, workshop } from '../../src/integrations/sandboxes.ts';
import type { JobContext } from '../../src/platform/job-queue.ts';
import { platform } from '../../src/platform/platform.ts';
import type { Order } from '../../src/shared/contracts/orders.ts';

type Named = Pick<Order, 'id'>;

/** What a job of its own is given. */
export const jobContext: JobContext = {
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

/** Milliseconds in which hasty makers have to answer. */
const HASTE = 700;

/** Makers, played by a workshop of their own, that are waited for only a moment. Answers what ends it. */
export async function useHastyMakers(): Promise<() => Promise<void>> {
  const secret = 'hasty';
  const own = await startWorkshop({ appOrigin: '', secret, webhooks: { lob: () => '', acutrack: () => '' } });
  const at = (name: string) => `${own.origin}/${name}`;
  const hasty = { webhookSecret: secret, isSandbox: true, limit: HASTE };
  const undo = makers
    .is({
      acutrack: createReplicator({ url: at('acutrack'), dealerId: 'sandbox', password: secret, ...hasty }),
      heirloom: createBinder({ url: at('heirloom'), key: secret, ...hasty }),
      printer: createPrinter({ apiKey: secret, from: null, origin: at('lob'), ...hasty }),
    })
    .install();
  return async () => {
    undo();
    await own.stop();
  };
}

/** Pays as a person does on the page of Stripe’s sandbox. */
export async function payAt(id: string): Promise<void> {
  if (!(await stripeSandbox()?.pay(id))) throw new Error(`There is no payment ${id}`);
}

/** Sends a parcel to its maker, as its job does once it can’t be cancelled any more. */
export async function submitNow({ id }: Named): Promise<void> {
  await ParcelModel.updateOne({ _id: new Types.ObjectId(id), dueAt: { $ne: null } }, { $set: { dueAt: new Date() } });
  await submitWork.run({ parcelId: id }, jobContext);
}

/** Puts down what is printed on a parcel and what is on its stick, for tests that are not about that: to draw it takes most of their time. */
export async function haveFiles({ id }: Named): Promise<void> {
  const { eventId } = await storedParcel({ id });
  for (const name of ['cover.jpg', 'label.png', 'master.zip']) {
    await platform().store.write(`parcels/${eventId}/${id}/${name}`, Buffer.from(name));
  }
}

/** Asks its maker, as the job does. */
export async function lookNow({ id }: Named): Promise<void> {
  await lookWork.run({ parcelId: id }, jobContext);
}

/** Gives its money back, as the job does. */
export async function refundNow({ id }: Named): Promise<void> {
  await refundWork.run({ parcelId: id }, jobContext);
}

/** What is stored of a parcel. */
export async function storedParcel({ id }: Named): Promise<StoredParcel> {
  const found = await ParcelModel.findById(id).lean<StoredParcel>();
  if (!found) throw new Error('There is no such parcel');
  return found;
}
