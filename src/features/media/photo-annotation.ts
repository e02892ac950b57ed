import { type PhotoEdit, photoEdit } from '../../shared/photo-edit.ts';

/** What the photo editor did, as stored; null for nothing, and for what an earlier version kept unchecked. */
export function photoAnnotation(stored: string | null | undefined): PhotoEdit | null {
  const read = photoEdit.safeParse(stored ? JSON.parse(stored) : null);
  return read.success ? read.data : null;
}
