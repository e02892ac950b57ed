import * as z from 'zod';
import { contract } from '../contract.ts';
import { objectId } from './common.ts';
import { recipient, recipientInput } from './events.ts';

const PATH = '/api/v2/recipients';
const params = z.object({ id: z.uuid('This is not an id.') });
const event = objectId;

export const addRecipient = contract({
  method: 'POST',
  path: PATH,
  summary: 'Add a person whom an event is for.',
  access: 'recipient.edit',
  body: recipientInput.extend({ event }),
  response: recipient,
  status: 201,
  limit: 'write',
});

export const updateRecipient = contract({
  method: 'PUT',
  path: `${PATH}/:id`,
  summary: 'Change a recipient. A field that is left out stays as it is; null clears it.',
  access: 'recipient.edit',
  params,
  body: recipientInput.extend({ event }),
  response: recipient,
  limit: 'write',
});

export const removeRecipient = contract({
  method: 'DELETE',
  path: `${PATH}/:id`,
  summary: 'Remove a recipient. The last one stays: an event is for somebody.',
  access: 'recipient.edit',
  params,
  body: z.object({ event }),
  response: recipient,
  limit: 'write',
});
