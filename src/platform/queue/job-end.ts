import type { Log } from '../log.ts';
import { delayAfter } from './backoff.ts';
import { type JobDocument, toStatus } from './job-document.ts';
import type { JobStore } from './job-store.ts';
import type { Registered } from './registry.ts';

/**
 * Runs `onEnd` for a job that this process holds, renewing its lease, and records completion. Retries after a pause
 * when it throws, without limit.
 */
export async function handleEnd(
  store: JobStore,
  registered: Registered,
  job: JobDocument,
  options: { heartbeatMs: number; backoffMs: number; log: Log },
): Promise<void> {
  const beat = setInterval(() => {
    store
      .renewEnd(job)
      .catch((error) => options.log.warn({ err: error }, 'the lease of an ended job could not be renewed'));
  }, options.heartbeatMs);
  try {
    const work = registered.bind(job.data);
    // An invalid payload was never processed, so there is nothing to follow up.
    if (!(work instanceof Error)) await work.end(toStatus(job));
    await store.endHandled(job, registered.isPrivate);
  } catch (error) {
    options.log.error({ err: error, type: job.type, job: job._id }, 'onEnd of a job failed');
    await store.endFailed(job, delayAfter((job.endTries ?? 0) + 1, options.backoffMs));
  } finally {
    clearInterval(beat);
  }
}
