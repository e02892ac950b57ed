import { Types } from 'mongoose';
import { platform } from '../../platform/platform.ts';
import { fileNameOf } from '../../platform/storage/file-name.ts';
import type { FileReference, ServedFile } from '../../platform/storage/signed-files.ts';
import { isAway } from '../events/events.access.ts';
import { findEvent } from '../events/find-events.service.ts';
import { enqueuePacking } from './enqueue-packing.ts';
import { mayBeHandedOut } from './handed-out.ts';
import { KeepsakeLeaveModel, KeepsakeModel, type StoredKeepsake } from './keepsake.model.ts';
import { mayRecipients } from './keepsakes.service.ts';

const BATCH = 200;
/** A packing that has no job is given one after this long, in milliseconds. */
const LOST = 120_000;

/** Resolves an archive's signed URL until it is over, holds what may not be seen, or its recipients lose their leave. */
export async function resolveKeepsakeFile({ id, variant, scope }: FileReference): Promise<ServedFile | null> {
  if (!Types.ObjectId.isValid(id) || variant !== 'zip' || scope !== 'own') return null;
  const stored = await KeepsakeModel.findById(id).lean<StoredKeepsake>();
  const event = stored?.key ? await findEvent(String(stored.eventId)) : null;
  if (!stored?.key || !event || isAway(event) || !(await mayBeHandedOut(stored))) return null;
  if (stored.audience === 'recipients' && !(await mayRecipients(event.id))) return null;
  return {
    key: stored.key,
    type: 'application/zip',
    downloadName: `${fileNameOf(stored.title ?? '') || 'Keepsake'}.zip`,
  };
}

/** Deletes archives whose time is over. */
export async function removeExpired(now = new Date()): Promise<void> {
  const over = await KeepsakeModel.find({ expiresAt: { $lte: now }, status: { $ne: 'packing' } })
    .limit(BATCH)
    .lean<StoredKeepsake[]>();
  for (const { _id, key } of over) {
    if (key) await platform().store.remove(key);
    // Somebody may be packing it again by now.
    await KeepsakeModel.deleteOne({ _id, key, status: { $ne: 'packing' } });
  }
}

/** Recovers from crashes: enqueues packings that have no job. */
export async function rescuePackings(now = Date.now()): Promise<void> {
  const lost = await KeepsakeModel.find({ status: 'packing', updatedAt: { $lte: new Date(now - LOST) } })
    .limit(BATCH)
    .lean<StoredKeepsake[]>();
  for (const each of lost) await enqueuePacking(each);
}

/** Deletes the archives of a purged event. */
export async function purgeKeepsakes(eventId: string): Promise<void> {
  const { store } = platform();
  for await (const { key } of store.list(`keepsakes/${eventId}/`)) await store.remove(key);
  await KeepsakeModel.deleteMany({ eventId });
  await KeepsakeLeaveModel.deleteOne({ _id: eventId });
}
