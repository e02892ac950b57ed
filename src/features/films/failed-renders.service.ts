import { Types } from 'mongoose';
import type { RenderJob } from '../../shared/contracts/films.ts';
import { toRenderJobDto } from './film.dto.ts';
import { RenderJobModel, type StoredRenderJob } from './film.model.ts';
import { latestRenders } from './renders.service.ts';

const DAY = 86_400_000;
/** Older failures are no news. */
const LOOKED_BACK = 14 * DAY;
const LOOKED_AT = 100;

/** Films that failed within 14 days and were not tried again since, the oldest first. Looks at the last 100. */
export async function failedRenders(): Promise<RenderJob[]> {
  const since = Types.ObjectId.createFromTime(Math.floor((Date.now() - LOOKED_BACK) / 1000));
  const found = await RenderJobModel.find({ status: 'failed', _id: { $gt: since } }, { log: 0 })
    .sort({ _id: -1 })
    .limit(LOOKED_AT)
    .lean<StoredRenderJob[]>();
  const failed = found.filter(({ shape, kind }) => !shape && !kind).map(toRenderJobDto);
  const latest = await latestRenders([...new Set(failed.map(({ eventId }) => eventId))]);
  return failed.filter(({ id, eventId }) => latest.get(eventId)?.id === id).reverse();
}
