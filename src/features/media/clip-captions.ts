import { AppError } from '../../platform/errors.ts';
import { type Cue, editedCues } from '../../shared/captions.ts';
import { mediaEdit } from '../../shared/media-edit.ts';
import type { StoredMedia } from './media.model.ts';
import { uneditedOf } from './unedited.ts';

/** What is said in a clip, in seconds of the recording. */
export function captionsOf({ captions }: Pick<StoredMedia, 'captions'>): Cue[] {
  return (captions ?? []).map(({ start, end, text }) => ({ start, end, text }));
}

/** The captions as the clip's edit moves them, in seconds of its prepared segment. */
export function filmCaptionsOf(media: StoredMedia): Cue[] {
  const captions = captionsOf(media);
  if (captions.length === 0) return [];
  return editedCues(captions, wholeLength(media), mediaEdit.parse(media.edit ?? {}));
}

/** FIELDS_REFUSED for captions of a picture, and for captions after the end of the recording. */
export function requireCaptionsFit(media: StoredMedia, captions: readonly Cue[]): void {
  if (captions.length === 0) return;
  if (media.kind === 'photo' || media.kind === 'text') {
    throw refused('captions', 'Only videos and voice messages can have captions.');
  }
  const whole = wholeLength(media);
  const late = captions.findIndex(({ start }) => start >= whole);
  if (late >= 0) throw refused(`captions.${late}`, 'A caption must begin before the clip ends.');
}

/** Seconds of the recording; Infinity if it was edited before its whole length was kept. */
function wholeLength(media: StoredMedia): number {
  return uneditedOf(media)?.length ?? Number.POSITIVE_INFINITY;
}

function refused(field: string, message: string): AppError {
  return new AppError('FIELDS_REFUSED', { message, fields: { [field]: message } });
}
