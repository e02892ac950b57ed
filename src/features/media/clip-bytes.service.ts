import { Types } from 'mongoose';
import { platform } from '../../platform/platform.ts';
import { MediaModel } from './media.model.ts';

/** Older segments that are measured in an hour. */
const BATCH = 200;
const SIZES = {
  originalBytes: 1,
  originalKey: 1,
  copyOf: 1,
  'prepared.bytes': 1,
  'prepared.folder': 1,
  unedited: 1,
} as const;

/** Bytes that clips take, from stored sizes. */
export interface ClipBytes {
  originals: number;
  prepared: number;
}

interface Segment {
  folder: string;
  bytes?: number | null;
}

interface Sized {
  originalBytes?: number;
  originalKey?: string | null;
  copyOf?: Types.ObjectId | null;
  prepared?: Segment | null;
  unedited?: Segment | null;
}

/** What an event's clips take; copies share the files of the clip that they are of. */
export function clipBytesOf(eventId: string): Promise<ClipBytes> {
  return sum(
    MediaModel.find({ eventId: new Types.ObjectId(eventId) }, SIZES)
      .lean()
      .cursor(),
  );
}

/** What all clips take. Reads every clip: for a worker, not for a request. */
export function allClipBytes(): Promise<ClipBytes> {
  return sum(MediaModel.find({}, SIZES).sort({ _id: 1 }).lean().cursor());
}

async function sum(clips: AsyncIterable<unknown>): Promise<ClipBytes> {
  const bytes = { originals: 0, prepared: 0 };
  for await (const { copyOf, originalKey, originalBytes, prepared, unedited } of clips as AsyncIterable<Sized>) {
    if (copyOf) continue;
    if (originalKey) bytes.originals += originalBytes ?? 0;
    bytes.prepared += prepared?.bytes ?? 0;
    if (unedited && unedited.folder !== prepared?.folder) bytes.prepared += unedited.bytes ?? 0;
  }
  return bytes;
}

/** Measures older segments in the store, some in each hour. */
export async function measureSegments(): Promise<void> {
  const found = await MediaModel.find(
    { 'prepared.bytes': null, 'prepared.folder': { $gt: '' } },
    { 'prepared.folder': 1 },
  )
    .limit(BATCH)
    .lean<{ _id: Types.ObjectId; prepared: { folder: string } }[]>();
  for (const { _id, prepared } of found) {
    let bytes = 0;
    for await (const file of platform().store.list(`${prepared.folder}/`)) bytes += file.bytes;
    await MediaModel.updateOne(
      { _id, 'prepared.folder': prepared.folder },
      { $set: { 'prepared.bytes': bytes } },
      { timestamps: false },
    );
  }
}
