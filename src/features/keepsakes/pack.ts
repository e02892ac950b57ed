import type { Readable } from 'node:stream';
import type { JobContext, JobStatus } from '../../platform/job-queue.ts';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import { openZip, type ZipStream } from '../../platform/storage/zip-stream.ts';
import { listNames } from '../../shared/format.ts';
import { KEEPSAKE_KEPT } from '../../shared/limits.ts';
import { titleOf } from '../events/event-facts.service.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { gather, type Kept } from './gather.ts';
import type { keepsakeJobs } from './job-types.ts';
import { KeepsakeModel, type StoredKeepsake } from './keepsake.model.ts';
import { mailReady } from './keepsake-mails.ts';
import { offlinePage } from './offline-page.tsx';

/** Between two reports, in milliseconds. */
const REPORT_EVERY = 500;

/** Does `keepsake.pack`. */
export const packWork: Work<JobData<typeof keepsakeJobs.pack>> = { run: pack, ended: packingEnded };

async function pack({ keepsakeId }: { keepsakeId: string }, context: JobContext): Promise<void> {
  const { store } = platform();
  const stored = await KeepsakeModel.findOne({ _id: keepsakeId, status: 'packing' }).lean<StoredKeepsake>();
  const event = stored && (await findEvent(String(stored.eventId)));
  if (!stored || !event || event.status === 'deleted') return;
  const kept = await gather(event, stored.audience);
  if (!kept) throw new Error('The film of a keepsake is gone');
  // Of this attempt only, so that one who lost its lease destroys nothing.
  const key = `keepsakes/${event.id}/${keepsakeId}-${context.jobId}-${context.attempt}.zip`;
  const zip = openZip();
  const filling = fill(zip, { event, kept }, context);
  filling.catch((error: Error) => zip.fail(error));
  const [file] = await Promise.all([store.write(key, zip.output), filling]);
  const expiresAt = new Date(Date.now() + KEEPSAKE_KEPT);
  const { mark, clipIds } = kept;
  const fresh = { status: 'ready' as const, key, bytes: file.bytes, mark, clipIds, title: titleOf(event), expiresAt };
  const before = await KeepsakeModel.findOneAndUpdate(
    { _id: keepsakeId, status: 'packing' },
    { $set: fresh },
  ).lean<StoredKeepsake>();
  if (before?.key && before.key !== key) await store.remove(before.key);
  if (!before) await store.remove(key);
  else await mailReady(event, { ...before, ...fresh });
}

async function packingEnded({ keepsakeId }: { keepsakeId: string }, { state }: JobStatus): Promise<void> {
  if (state === 'done') return;
  await KeepsakeModel.updateOne({ _id: keepsakeId, status: 'packing' }, { $set: { status: 'failed' } });
}

async function fill(
  zip: ZipStream,
  { event, kept }: { event: EventRecord; kept: Kept },
  { progress, signal }: JobContext,
): Promise<void> {
  const { store } = platform();
  let done = 0;
  let reportedAt = 0;
  let isReporting: Promise<void> = Promise.resolve();
  const captions = kept.files.some(({ path }) => path === 'captions.vtt') ? await textOf(kept.film.captionsKey) : '';
  const names = listNames(event.recipients.map(({ firstName }) => firstName));
  const page = offlinePage({ ...kept, names, title: titleOf(event), occasion: event.occasion, captions });
  await zip.add('index.html', Buffer.from(page), { compress: true });
  for (const { key, path, bytes, what } of kept.files) {
    signal.throwIfAborted();
    const source = await store.read(key);
    await zip.add(path, source, {
      bytes,
      onPiece(piece) {
        done += piece.length;
        if (Date.now() - reportedAt < REPORT_EVERY) return;
        reportedAt = Date.now();
        isReporting = isReporting.then(() => progress(Math.min(1, done / Math.max(1, kept.bytes)), what));
        isReporting.catch((error: Error) => source.destroy(error));
      },
    });
  }
  await isReporting;
  zip.end();
}

async function textOf(key: string): Promise<string> {
  const source: Readable = await platform().store.read(key);
  return (await source.toArray()).join('');
}
