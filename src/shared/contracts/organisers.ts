import * as z from 'zod';
import { contract } from '../contract.ts';
import { HISTORY } from '../history.ts';
import { emailAddress, eventRef, objectId } from './common.ts';

const organiser = z.object({
  /** Of the user, or of the invitation until it is accepted: removes them. */
  id: z.string(),
  /** Null until they accept. */
  userId: z.string().nullable(),
  email: z.string(),
  /** Empty until they accept. */
  name: z.string(),
  status: z.enum(['invited', 'active']),
  /** Made the event; can't be removed. */
  isCreator: z.boolean(),
  /** When they were invited, or joined; null if that is not known. */
  addedAt: z.string().nullable(),
});
export type Organiser = z.infer<typeof organiser>;

const historyLine = z.object({
  id: z.string(),
  at: z.string(),
  /** Null for a visitor without an account, and after the account was deleted. */
  userId: z.string().nullable(),
  /** Empty after the account was deleted. */
  name: z.string(),
  what: z.enum(HISTORY),
  /** A name, a number of people or a date; may be empty. */
  about: z.string(),
});
export type HistoryLine = z.infer<typeof historyLine>;

/** Page of a mailed invitation. */
export const ORGANISE_PATH = '/organise/:token';

const PATH = '/api/v2/events/:id/organisers';
const params = z.object({ id: eventRef });

export const listOrganisers = contract({
  method: 'GET',
  path: PATH,
  summary: 'Who organises an event: its creator, then others in the order in which they were added.',
  access: 'organiser.edit',
  params,
  response: z.array(organiser),
});

export const addOrganiser = contract({
  method: 'POST',
  path: PATH,
  summary: 'Mail somebody a link with which they can organise the event, too. Again: another mail.',
  access: 'organiser.edit',
  params,
  body: z.object({ email: emailAddress }),
  response: organiser,
  status: 201,
  limit: 'write',
});

export const removeOrganiser = contract({
  method: 'DELETE',
  path: `${PATH}/:userId`,
  summary: 'Remove an organiser, by their user id, or an invitation, by its id. The creator can’t be removed.',
  access: 'organiser.edit',
  params: params.extend({ userId: objectId }),
  response: organiser,
  limit: 'write',
});

export const acceptOrganising = contract({
  method: 'POST',
  path: '/api/v2/organisers/accept',
  summary: 'Accept a mailed invitation to organise an event.',
  access: 'signed-in',
  body: z.object({ token: z.string().max(400) }),
  response: z.object({ eventId: z.string(), uuid: z.string() }),
  limit: 'write',
});

export const listHistory = contract({
  method: 'GET',
  path: '/api/v2/events/:id/history',
  summary: 'What the organisers of an event did, newest first: the latest 100 entries.',
  access: 'organiser.edit',
  params,
  response: z.array(historyLine),
});
