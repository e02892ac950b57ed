import { bylineOf } from '../../shared/byline.ts';
import type { MediaKind } from '../../shared/contracts/media.ts';
import { isTakenOut, isWithdrawn, MediaModel, type StoredMedia } from './media.model.ts';
import { clipsOnTimeline } from './media.queries.ts';
import { PREVIEW_FILE } from './segments.ts';

/** A clip for an archive. */
export interface ClipToKeep {
  id: string;
  kind: MediaKind;
  /** Who sent it. */
  name: string;
  caption: string | null;
  text: string | null;
  /** Null for a card, and while it is not prepared. */
  file: { key: string; bytes: number; extension: string; isOriginal: boolean } | null;
}

/** The clips of the film, in order. */
export async function clipsToKeep(event: { id: string; order: readonly string[] }): Promise<ClipToKeep[]> {
  return (await clipsOnTimeline(event.id, event.order)).map(toKeep);
}

/** Thank-you videos by id. */
export async function thankYousToKeep(eventId: string, ids: readonly string[]): Promise<Map<string, ClipToKeep>> {
  const found = await MediaModel.find({ _id: { $in: ids }, eventId, isThankYou: true, deletedAt: null }).lean<
    StoredMedia[]
  >();
  const shown = found.filter((clip) => !isTakenOut(clip));
  return new Map(shown.map((clip) => [String(clip._id), toKeep(clip)]));
}

/** Whether all of these clips may still be handed out: none is gone, withdrawn by its sender, or taken out by staff. */
export async function areStillKept(ids: readonly string[]): Promise<boolean> {
  const shown = { deletedAt: 1, deletedBy: 1, 'moderation.state': 1 } as const;
  const found = await MediaModel.find({ _id: { $in: ids } }, shown).lean<StoredMedia[]>();
  const kept = found.filter((clip) => !isWithdrawn(clip) && !isTakenOut(clip));
  return kept.length === new Set(ids).size;
}

function toKeep(clip: StoredMedia): ClipToKeep {
  const { _id, kind, contributor, caption, text } = clip;
  return {
    id: String(_id),
    kind,
    name: bylineOf(contributor),
    caption: caption ?? null,
    text: text ?? null,
    file: kind === 'text' ? null : fileOf(clip),
  };
}

/** The original once it is clean of places and devices; until then, and if it can’t be, the prepared copy. */
function fileOf(clip: StoredMedia): ClipToKeep['file'] {
  const { originalKey, originalState, originalBytes, originalName, prepared } = clip;
  if (originalKey && originalState === 'clean') {
    const extension = /\.([a-z0-9]{1,5})$/i.exec(originalName ?? '')?.[1]?.toLowerCase() ?? 'bin';
    return { key: originalKey, bytes: originalBytes, extension, isOriginal: true };
  }
  if (!prepared) return null;
  return { key: `${prepared.folder}/${PREVIEW_FILE}`, bytes: 0, extension: 'mp4', isOriginal: false };
}
