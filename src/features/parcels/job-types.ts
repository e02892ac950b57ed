import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';

const parcelId = z.object({ parcelId: objectId });

export const parcelJobs = {
  /** Makes the files of a parcel and sends it to its maker; idempotent by its id. */
  submit: job({
    name: 'parcels.submit',
    data: parcelId,
    attempts: 4,
    timeLimit: 120 * MINUTE,
    concurrency: 1,
    needsRoom: true,
  }),
  /** Asks the maker how a parcel stands. */
  look: job({ name: 'parcels.look', data: parcelId, attempts: 2, timeLimit: MINUTE, concurrency: 2 }),
  /** Gives the money of a parcel back. */
  refund: job({ name: 'parcels.refund', data: parcelId, attempts: 6, timeLimit: MINUTE, concurrency: 1 }),
};
