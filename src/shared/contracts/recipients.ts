import * as z from 'zod';
import { contract } from '../contract.ts';
import { eventRef } from './common.ts';
import { recipient, recipientInput } from './events.ts';

const PATH = '/api/v2/recipients';
const params = z.object({ id: z.uuid('This is not an id.') });
const event = eventRef;

export const addRecipient = contract({
  method: 'POST',
  path: PATH,
  summary: 'Add a recipient.',
  access: 'recipient.edit',
  body: recipientInput.extend({ event }),
  response: recipient,
  status: 201,
  limit: 'write',
});

export const updateRecipient = contract({
  method: 'PUT',
  path: `${PATH}/:id`,
  summary: 'Change a recipient. Omitted fields stay unchanged; null clears a field.',
  access: 'recipient.edit',
  params,
  body: recipientInput.extend({ event }),
  response: recipient,
  limit: 'write',
});

export const removeRecipient = contract({
  method: 'DELETE',
  path: `${PATH}/:id`,
  summary: 'Remove a recipient. The last one can’t be removed.',
  access: 'recipient.edit',
  params,
  body: z.object({ event }),
  response: recipient,
  limit: 'write',
});
