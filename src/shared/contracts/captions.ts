import * as z from 'zod';
import { withoutTags } from '../captions.ts';
import { CAPTIONS, EDIT } from '../studio-limits.ts';
import { text } from './common.ts';

const seconds = z.number().min(0).max(EDIT.secondsMax);

export const TRANSCRIPTION_STATUS = ['queued', 'running', 'failed'] as const;

/** See `Cue`. */
export const cue = z.object({ start: seconds, end: seconds, text: z.string() });

/** Captions in a request: in order, without overlaps. Markup is removed from their words. */
export const askedCaptions = z
  .array(
    z.object({
      start: seconds,
      end: seconds,
      text: z
        .string()
        .transform(withoutTags)
        .pipe(text(CAPTIONS.text))
        .pipe(z.string().min(1, 'Write what is said, or remove this caption.')),
    }),
  )
  .max(CAPTIONS.perClip, `A clip can have up to ${CAPTIONS.perClip} captions.`)
  .superRefine((cues, context) => {
    cues.forEach(({ start, end }, index) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', path: [index], message });
      if (end <= start) refuse('A caption must end after it starts.');
      else if (start < (cues[index - 1]?.end ?? 0)) refuse('Captions must follow each other without overlapping.');
    });
  });
