import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../platform/errors.ts';
import { cutLength, editedLength, playedPart } from '../../shared/edited-length.ts';
import { CLIP } from '../../shared/limits.ts';
import { AT_LEAST, type MediaEdit, mediaEdit } from '../../shared/media-edit.ts';
import type { StoredMedia } from './media.model.ts';
import { plainEdit } from './prepare/segment-key.ts';

type Field = keyof MediaEdit;

/** Fields that are set together. */
const TOGETHER: readonly Field[] = ['trim', 'cuts'];

/** Fields of an edit that differ from another, in the order of the contract. */
export function changedFields(asked: MediaEdit, known: MediaEdit): Field[] {
  const fields = mediaEdit.keyof().options;
  const changed = fields.filter((field) => !isDeepStrictEqual(asked[field], known[field]));
  const isTogether = changed.some((field) => TOGETHER.includes(field));
  return isTogether ? fields.filter((field) => changed.includes(field) || TOGETHER.includes(field)) : changed;
}

/** `known` with what somebody changed between `from`, which they saw, and `asked`. Others' changes stay. */
export function mergeEdit(known: MediaEdit, asked: MediaEdit, from: MediaEdit): MediaEdit {
  const merged: MediaEdit = { ...known };
  for (const field of changedFields(asked, from)) {
    delete merged[field];
    Object.assign(merged, field in asked && { [field]: asked[field] });
  }
  return merged;
}

/** Update of the stored edit. With a base, single fields: two people who save at once don't undo each other. */
export function editUpdate(asked: MediaEdit, from: MediaEdit | undefined): { $set: object; $unset?: object } {
  if (!from) return { $set: { edit: asked } };
  const fields = changedFields(asked, from);
  const entries = fields.filter((field) => asked[field] !== undefined).map((field) => [`edit.${field}`, asked[field]]);
  const gone = fields.filter((field) => asked[field] === undefined).map((field) => [`edit.${field}`, '']);
  return { $set: Object.fromEntries(entries), ...(gone.length > 0 && { $unset: Object.fromEntries(gone) }) };
}

/**
 * Refuses what does not fit the clip: a length for a recording, cuts in a picture, too little or too much left.
 * @param whole seconds of the recording, if known
 * @param most seconds that a clip may have
 */
export function requireFitting(
  { kind }: Pick<StoredMedia, 'kind'>,
  edit: MediaEdit,
  whole: number | null,
  most: number,
) {
  const isStill = kind === 'photo' || kind === 'text';
  if (edit.length !== undefined && !isStill)
    throw refused('length', 'Only photos and text cards have a length to set.');
  for (const field of ['cuts', 'speed', 'denoise'] as const) {
    if (isStill && plainEdit(edit)[field] !== undefined)
      throw refused(field, 'Only videos and voice messages can have this.');
  }
  if (isStill || whole === null) return;
  const { start, end } = playedPart(whole, edit);
  if (edit.cuts?.some((cut) => cut.end > end + 0.1)) throw refused('cuts', 'A cut must lie inside the clip.');
  if (edit.cuts?.length && end - start - cutLength(edit.cuts) < CLIP.min) throw refused('cuts', AT_LEAST);
  const limit = Math.min(most, CLIP.max);
  if (edit.speed !== undefined && edit.speed < 1 && editedLength(whole, edit) > limit + 1) {
    throw refused('speed', `At this speed the clip would be longer than the ${limit} seconds that are possible.`);
  }
}

function refused(field: Field, message: string): AppError {
  return new AppError('FIELDS_REFUSED', { message, fields: { [`edit.${field}`]: message } });
}
