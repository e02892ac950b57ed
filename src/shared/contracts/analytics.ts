import * as z from 'zod';
import { METHOD_PATTERN } from '../analytics-marks.ts';
import { contract } from '../contract.ts';
import { objectId } from './common.ts';

/** Random id that a browser creates after consent to analytics. */
const analyticsClientId = z.string().regex(/^[A-Za-z0-9._-]{8,100}$/, 'This is not a browser’s number.');

const analyticsEventBody = z
  .object({
    name: z.enum(['sign_up', 'login', 'start_vidday'], { error: 'We don’t count this.' }),
    /** Sign-in method: `password`, `google` ... */
    method: z.string().regex(METHOD_PATTERN, 'This is not a sign-in method.').optional(),
    /** Uuid of the VidDay that was started. */
    uuid: z.uuid({ error: 'This is not a VidDay.' }).optional(),
    eventId: objectId.optional(),
    analyticsClientId,
  })
  .superRefine(({ name, method, uuid, eventId }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (name === 'start_vidday') {
      if (!uuid) refuse('uuid', 'Which VidDay was started?');
      if (method) refuse('method', 'A VidDay is started in one way only.');
    } else {
      if (!method) refuse('method', 'How did they come in?');
      if (uuid) refuse('uuid', 'Coming in is not about a VidDay.');
      if (eventId) refuse('eventId', 'Coming in is not about a VidDay.');
    }
  });
export type AnalyticsEventBody = z.infer<typeof analyticsEventBody>;

export const sendAnalyticsEvent = contract({
  method: 'POST',
  path: '/api/v2/analytics/events',
  summary:
    'Count a sign-up, a login or the start of a VidDay, with consent. Stores nothing if the browser asks not to be tracked (DNT, Sec-GPC) or analytics are off.',
  access: 'anyone',
  body: analyticsEventBody,
  response: z.object({ counted: z.boolean() }),
  status: 202,
  limit: 'write',
  repeatable: true,
});
