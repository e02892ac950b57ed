import { z } from 'zod';
import { contract } from '../contract.ts';
import { eventRef, text } from './common.ts';

export const reportEvent = contract({
  method: 'POST',
  path: '/api/v2/events/:id/report',
  summary: 'Report an event’s page. For anyone who may see it, except its makers.',
  access: 'event.report',
  params: z.object({ id: eventRef }),
  query: z.object({ v: z.string().max(64).optional(), privateKey: z.string().max(64).optional() }),
  body: z.object({
    /** What is wrong, in the reporter's words. */
    reason: text(1000).optional(),
  }),
  response: z.object({ reported: z.literal(true) }),
  status: 201,
  limit: 'write',
});
