import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../platform/errors.ts';
import type { UpdateMediaBody } from '../../shared/contracts/media.ts';
import { othersOf } from './contributor-identity.service.ts';
import { mergeEdit } from './edit-merge.ts';
import { toMediaDto } from './media.dto.ts';
import type { StoredMedia } from './media.model.ts';

/**
 * The requested changes, `edit` with what others changed meanwhile: unchanged fields are left out, so that nothing is prepared again. Throws FIELDS_REFUSED for
 * text on other clips than cards, and for cards without text.
 */
export function askedChanges(media: StoredMedia, body: UpdateMediaBody): UpdateMediaBody {
  const current = toMediaDto(media, 'creator');
  const { caption, captions, hidden, isWaiting, edit, text, contributor, annotation } = current;
  const asked = { ...body };
  if (asked.caption === caption) delete asked.caption;
  if (asked.hidden === hidden) delete asked.hidden;
  if (asked.isWaiting === isWaiting) delete asked.isWaiting;
  if (asked.edit && asked.editFrom) asked.edit = mergeEdit(edit, asked.edit, asked.editFrom);
  delete asked.editFrom;
  if (isDeepStrictEqual(asked.edit, edit)) delete asked.edit;
  if (isDeepStrictEqual(asked.captions, captions)) delete asked.captions;
  if (isDeepStrictEqual(asked.annotation, annotation)) delete asked.annotation;
  if (asked.text === text) delete asked.text;
  if (asked.contributor && hasSamePeople(asked.contributor, contributor)) delete asked.contributor;
  if (asked.text !== undefined && media.kind !== 'text') {
    throw new AppError('FIELDS_REFUSED', {
      message: 'Only a text card has words to change.',
      fields: { text: 'Not a text card.' },
    });
  }
  if (asked.text === null) {
    const message = 'Write a few words first.';
    throw new AppError('FIELDS_REFUSED', { message, fields: { text: message } });
  }
  return asked;
}

type People = { name: string; with?: string[] | undefined };

/** Without `with`, the other people stay unchanged. */
function hasSamePeople(asked: People, known: People): boolean {
  const isSame =
    asked.with === undefined || isDeepStrictEqual(othersOf({ ...asked, with: asked.with }), known.with ?? []);
  return isSame && asked.name === known.name;
}
