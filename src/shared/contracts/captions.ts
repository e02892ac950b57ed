import * as z from 'zod';
import { cue, withoutTags } from '../captions.ts';
import { CAPTIONS } from '../studio-limits.ts';
import { text } from './common.ts';

/** Captions in a request: in order, without overlaps. Markup is removed from their words. */
export const askedCaptions = z
  .array(
    z.object({
      start: cue.shape.start,
      end: cue.shape.end,
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
