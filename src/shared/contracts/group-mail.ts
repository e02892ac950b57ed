import * as z from 'zod';
import { contract } from '../contract.ts';
import { GUESTS_PER_EVENT, NUDGE_MAX, SUBJECT_MAX } from '../limits.ts';
import { GROUP_MAILS, MAIL_GROUPS } from '../rsvp-values.ts';
import { eventRef, line, objectId, text } from './common.ts';

/** Who got no mail, by the id of the guest, and why. */
const skipped = z.object({ id: z.string(), why: z.string() });

export const mailContributors = contract({
  method: 'POST',
  path: '/api/mail/contributors',
  summary:
    'Mail several guests at once: `all`, those whose clip is `missing` or `sent`, or some by id. One mail for each address, under the rules of a nudge. People who sent a clip with their address are put on the list.',
  access: 'guest.edit',
  body: z.object({
    eventId: eventRef,
    to: z.union([z.enum(MAIL_GROUPS), z.array(objectId).min(1).max(GUESTS_PER_EVENT)]),
    kind: z.enum(GROUP_MAILS),
    /** Default: words that give nothing away. */
    subject: line(SUBJECT_MAX).optional(),
    /** `{name}` becomes each person's first name. */
    message: text(NUDGE_MAX).optional(),
  }),
  response: z.object({ queued: z.number(), skipped: z.array(skipped) }),
  status: 202,
  limit: 'write',
});
