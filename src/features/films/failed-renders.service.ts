import { Types } from 'mongoose';
import type { RenderJob } from '../../shared/contracts/films.ts';
import { COUNTED_MAX } from '../../shared/limits.ts';
import { toRenderJobDto } from './film.dto.ts';
import { RenderJobModel, type StoredRenderJob } from './film.model.ts';
import { latestRenders } from './renders.service.ts';

const DAY = 86_400_000;
/** Older failures are no news. */
const LOOKED_BACK = 14 * DAY;
const LOOKED_AT = 100;

/** Films that wait to be made, up to one more than `COUNTED_MAX`, and since when the first does. */
export async function waitingRenders(): Promise<{ count: number; since: string | null }> {
  const [count, first] = await Promise.all([
    RenderJobModel.countDocuments({ status: 'queued' }).limit(COUNTED_MAX + 1),
    RenderJobModel.findOne({ status: 'queued' }, { createdAt: 1 }).sort({ _id: 1 }).lean<StoredRenderJob>(),
  ]);
  return { count, since: first?.createdAt.toISOString() ?? null };
}

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
