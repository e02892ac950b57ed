import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../platform/errors.ts';
import type { UpdateMediaBody } from '../../shared/contracts/media.ts';
import { may } from '../../shared/permissions.ts';
import type { Roles } from '../../shared/roles.ts';
import { othersOf } from './contributor-identity.service.ts';
import { toMediaDto } from './media.dto.ts';
import type { StoredMedia } from './media.model.ts';

/**
 * What a body asks to change: what comes back as it was answered is left out, so that nothing is prepared again for it. Throws
 * FIELDS_REFUSED for words on a clip that is no text card, and for a text card without words.
 */
export function askedChanges(media: StoredMedia, body: UpdateMediaBody): UpdateMediaBody {
  const { caption, hidden, isWaiting, edit, text, contributor } = toMediaDto(media, 'creator');
  const asked = { ...body };
  if (asked.caption === caption) delete asked.caption;
  if (asked.hidden === hidden) delete asked.hidden;
  if (asked.isWaiting === isWaiting) delete asked.isWaiting;
  if (isDeepStrictEqual(asked.edit, edit)) delete asked.edit;
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

/** NOT_ALLOWED for a change of a field that the roles may not set: `hidden` has a permission of its own. */
export function requireFields(roles: Roles, { hidden, ...others }: UpdateMediaBody): void {
  const isHiding = hidden === undefined || may(roles, 'clip.hide');
  if (isHiding && (Object.keys(others).length === 0 || may(roles, 'clip.edit'))) return;
  throw new AppError('NOT_ALLOWED', { message: 'You can hide this clip or show it again, and change nothing else.' });
}

type People = { name: string; with?: string[] | undefined };

/** Without `with`, the others in the clip stay as they are. */
function hasSamePeople(asked: People, known: People): boolean {
  const isSame =
    asked.with === undefined || isDeepStrictEqual(othersOf({ ...asked, with: asked.with }), known.with ?? []);
  return isSame && asked.name === known.name;
}
