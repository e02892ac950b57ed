import { createHash } from 'node:crypto';
import type { MediaKind } from '../../shared/contracts/media.ts';
import { personOf } from './contributor-identity.ts';
import { toMediaDto } from './media.dto.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';

/** Who sent a clip, and what it looks like beside a film. */
export interface ClipPerson {
  /** The same for all clips of a person in an event; it opens nothing. */
  personId: string;
  kind: MediaKind;
  posterUrl: string | null;
  text: string | null;
}

/** Who sent these clips, by the clip's id; those that are gone are absent. */
export async function clipPeople(ids: readonly string[]): Promise<Map<string, ClipPerson>> {
  const found = await MediaModel.find({ _id: { $in: ids }, deletedAt: null }).lean<StoredMedia[]>();
  return new Map(
    found.map((clip) => {
      const { kind, posterUrl, text } = toMediaDto(clip, 'viewer');
      return [String(clip._id), { personId: personIdOf(clip), kind, posterUrl, text }];
    }),
  );
}

function personIdOf({ eventId, contributor }: StoredMedia): string {
  const hash = createHash('sha256').update(`person\n${eventId}\n${personOf(contributor)}`);
  return hash.digest('base64url').slice(0, 22);
}
