import { bylineOf } from '../../shared/byline.ts';
import type { MediaKind } from '../../shared/contracts/media.ts';
import { isWithdrawn, MediaModel, type StoredMedia } from './media.model.ts';
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

/** All clips of an event by arrival, left-out ones too; without those that their senders withdrew. */
export async function* clipFilesOf(eventId: string): AsyncGenerator<ClipFiles> {
  const clips = MediaModel.find({ eventId }).sort({ createdAt: 1, _id: 1 }).lean().cursor();
  for await (const clip of clips as AsyncIterable<StoredMedia>) if (!isWithdrawn(clip)) yield toFiles(clip);
}

function toFiles(clip: StoredMedia): ClipFiles {
  const { _id, kind, status, contributor, caption, text, hidden, isThankYou, deletedAt, createdAt, length } = clip;
  const folder = clip.chosenPoster?.folder ?? clip.prepared?.folder ?? clip.firstLook?.folder;
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
