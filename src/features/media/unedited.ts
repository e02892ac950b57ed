import { mediaEdit } from '../../shared/media-edit.ts';
import type { StoredMedia } from './media.model.ts';
import { plainEdit } from './prepare/segment-key.ts';

/** The prepared clip without any edit, which an editor needs: an edited one lacks what was cut off. */
export type Unedited = NonNullable<StoredMedia['unedited']>;

type Fields = Pick<StoredMedia, 'edit' | 'status' | 'prepared' | 'length' | 'unedited'>;

/** Null if the clip was never prepared without an edit. */
export function uneditedOf({ edit, status, prepared, length, unedited }: Fields): Unedited | null {
  const isPlain = Object.keys(plainEdit(mediaEdit.parse(edit ?? {}))).length === 0;
  if (isPlain && status === 'ready' && prepared)
    return { folder: prepared.folder, length, bytes: prepared.bytes ?? null };
  return unedited ?? null;
}

/** For addresses of its files. */
export function uneditedRevision({ folder }: Unedited): string {
  return folder.slice(-8);
}
