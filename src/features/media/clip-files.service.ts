import { bylineOf } from '../../shared/byline.ts';
import type { MediaKind } from '../../shared/contracts/media.ts';
import { isWithdrawn, lookHasPoster, MediaModel, type StoredMedia } from './media.model.ts';
import { SEGMENT_FILES } from './segments.ts';

/** A clip with its files in the store, for a package of its event. */
export interface ClipFiles {
  id: string;
  kind: MediaKind;
  status: StoredMedia['status'];
  /** Who sent it. */
  name: string;
  email: string | null;
  caption: string | null;
  text: string | null;
  hidden: boolean;
  isThankYou: boolean;
  deletedAt: string | null;
  createdAt: string;
  length: number;
  /** Keys in the store; null where there is none. */
  original: { key: string; name: string } | null;
  posterKey: string | null;
}

/** What `ClipFiles` are made of; the rest of a clip can be large. */
const READ = {
  kind: 1,
  status: 1,
  contributor: 1,
  caption: 1,
  text: 1,
  hidden: 1,
  isThankYou: 1,
  deletedAt: 1,
  deletedBy: 1,
  createdAt: 1,
  length: 1,
  originalKey: 1,
  originalName: 1,
  'chosenPoster.folder': 1,
  'prepared.folder': 1,
  'firstLook.folder': 1,
  'firstLook.hasPoster': 1,
};

/**
 * All clips of an event by arrival, left-out ones too; without those that their senders withdrew. Read at once: a cursor
 * would be closed while the files of its first clips are sent.
 */
export async function clipFilesOf(eventId: string): Promise<ClipFiles[]> {
  const clips = await MediaModel.find({ eventId }, READ).sort({ createdAt: 1, _id: 1 }).lean<StoredMedia[]>();
  return clips.filter((clip) => !isWithdrawn(clip)).map(toFiles);
}

function toFiles(clip: StoredMedia): ClipFiles {
  const { _id, kind, status, contributor, caption, text, hidden, isThankYou, deletedAt, createdAt, length } = clip;
  const folder =
    clip.chosenPoster?.folder ?? clip.prepared?.folder ?? (lookHasPoster(clip) ? clip.firstLook?.folder : null);
  return {
    id: String(_id),
    kind,
    status,
    name: bylineOf(contributor),
    email: contributor?.email ?? null,
    caption: caption ?? null,
    text: text ?? null,
    hidden,
    isThankYou,
    deletedAt: deletedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    length,
    original: clip.originalKey ? { key: clip.originalKey, name: clip.originalName ?? 'original' } : null,
    posterKey: folder ? `${folder}/${SEGMENT_FILES.posterJpg}` : null,
  };
}
