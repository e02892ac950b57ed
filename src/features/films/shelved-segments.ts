import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from '../../platform/platform.ts';
import { keysOf } from '../../shared/known-values.ts';
import type { SegmentFiles } from './render/timeline.ts';
import type { EdgeFiles } from './render/transition.ts';

/* Segments that films make themselves: cards and transitions, stored by event and key. */

const FILES: SegmentFiles = { video1080: 'video-1080.mp4', video720: 'video-720.mp4', audio: 'audio.wav' };
const KINDS = keysOf(FILES);
/** Of cards and collages, for transitions. */
const EDGES: EdgeFiles = { video: 'edges.mp4', audio: 'edges.wav' };

/** Folder of a segment in the file store. */
export function shelfOf(eventId: string, key: string): string {
  return `prepared/${eventId}/${key}`;
}

/** What is being made in this process, by folder. */
const making = new Map<string, Promise<void>>();

/** Stores the segment that `make` writes to the folder it returns, unless it is stored. */
export function shelve(shelf: string, make: () => Promise<string>, signal: AbortSignal): Promise<void> {
  return makeOnce(
    shelf,
    () => isShelved(shelf),
    async () => store(shelf, await make()),
    signal,
  );
}

/** Makes what is missing. Waits while this process makes the same thing, as making both takes twice as long. */
async function makeOnce(
  name: string,
  isThere: () => Promise<boolean>,
  make: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!(await isThere())) {
    signal.throwIfAborted();
    const other = making.get(name);
    if (other) {
      // If it failed, make it here.
      await other.catch(() => undefined);
      continue;
    }
    const made = make().finally(() => making.delete(name));
    making.set(name, made);
    await made;
    return;
  }
}

async function isShelved(shelf: string): Promise<boolean> {
  const files = await Promise.all(KINDS.map((kind) => platform().store.stat(`${shelf}/${FILES[kind]}`)));
  return files.every((file) => file !== null);
}

async function store(shelf: string, folder: string): Promise<void> {
  // First, as a segment whose own files are there counts as stored.
  for (const name of Object.values(EDGES)) {
    if (existsSync(join(folder, name))) await platform().store.take(`${shelf}/${name}`, join(folder, name));
  }
  for (const kind of KINDS) await platform().store.take(`${shelf}/${FILES[kind]}`, join(folder, FILES[kind]));
}

/** Keys of the edges that are stored beside a segment; null if there are none. */
export async function shelvedEdges(shelf: string): Promise<EdgeFiles | null> {
  const edges = edgesOf(shelf);
  return (await areStored(edges)) ? edges : null;
}

function edgesOf(shelf: string): EdgeFiles {
  return { video: `${shelf}/${EDGES.video}`, audio: `${shelf}/${EDGES.audio}` };
}

async function areStored(edges: EdgeFiles): Promise<boolean> {
  const files = await Promise.all(Object.values(edges).map((key) => platform().store.stat(key)));
  return files.every((file) => file !== null);
}

/** Stores the edges that `make` writes beside their segment, unless they are stored. @returns keys in the file store */
export async function shelveEdges(
  shelf: string,
  make: () => Promise<EdgeFiles>,
  signal: AbortSignal,
): Promise<EdgeFiles> {
  const edges = edgesOf(shelf);
  const take = async () => {
    const { video, audio } = await make();
    await platform().store.take(edges.video, video);
    await platform().store.take(edges.audio, audio);
  };
  await makeOnce(edges.video, () => areStored(edges), take, signal);
  return edges;
}

/** Local files of a stored segment. */
export function shelvedFiles(shelf: string, folder: string): Promise<SegmentFiles> {
  return localFiles((kind) => `${shelf}/${FILES[kind]}`, folder);
}

/** Local files of a segment by their keys in the file store. */
export async function localFiles(keyOf: (kind: keyof SegmentFiles) => string, folder: string): Promise<SegmentFiles> {
  const { store } = platform();
  const [video1080, video720, audio] = await Promise.all([
    store.local(keyOf('video1080'), folder),
    store.local(keyOf('video720'), folder),
    store.local(keyOf('audio'), folder),
  ]);
  return { video1080, video720, audio };
}
