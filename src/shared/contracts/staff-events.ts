import * as z from 'zod';
import { contract } from '../contract.ts';
import { EVENT_STATUS } from '../transitions.ts';
import { codeBeside } from './accounts.ts';
import { objectId, text } from './common.ts';

const params = z.object({ id: objectId });
const state = z.object({ id: z.string(), status: z.enum(EVENT_STATUS) });
/** Why, for staff. */
const note = text(500).default('');

export const suspendEvent = contract({
  method: 'POST',
  path: '/api/v2/staff/events/:id/suspend',
  summary: 'Close an event to everybody, and mail its creator why. Requires a recent second step.',
  access: 'event.suspend',
  params,
  body: z.object({
    /** For the event's creator. Default: a general sentence. */
    why: text(1000).default(''),
    note,
    ...codeBeside.shape,
  }),
  response: state,
  limit: 'write',
});

export const liftSuspension = contract({
  method: 'POST',
  path: '/api/v2/staff/events/:id/lift',
  summary: 'Open a suspended event again, in the state that it had, and tell its creator.',
  access: 'event.suspend',
  params,
  body: z.object({ note }),
  response: state,
  limit: 'write',
});
