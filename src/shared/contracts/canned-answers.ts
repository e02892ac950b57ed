import * as z from 'zod';
import { CANNED_WORD } from '../canned-answers.ts';
import { contract } from '../contract.ts';
import { chatText } from './chat.ts';
import { line } from './common.ts';

const cannedAnswer = z.object({
  id: z.string(),
  /** Typed after a slash to insert it. */
  word: z.string(),
  label: z.string(),
  text: z.string(),
});
export type CannedAnswer = z.infer<typeof cannedAnswer>;

const body = z.object({
  word: z.string().trim().toLowerCase().regex(CANNED_WORD, 'One word of letters and numbers, such as upload.'),
  label: line(40).min(1, 'What is it called?'),
  text: chatText,
});
export type CannedAnswerBody = z.infer<typeof body>;

const PATH = '/api/v2/staff/chat/answers';
const params = z.object({ id: z.string().regex(/^[a-z0-9-]{1,40}$/) });

export const listCannedAnswers = contract({
  method: 'GET',
  path: PATH,
  summary: 'Saved replies of the chat, by their words.',
  access: 'chat.answer',
  response: z.array(cannedAnswer),
});

export const createCannedAnswer = contract({
  method: 'POST',
  path: PATH,
  summary: 'Save a reply, inserted by typing its word after a slash.',
  access: 'chat.answer',
  body,
  response: cannedAnswer,
  status: 201,
  limit: 'write',
});

export const updateCannedAnswer = contract({
  method: 'PUT',
  path: `${PATH}/:id`,
  summary: 'Change a saved reply.',
  access: 'chat.answer',
  params,
  body,
  response: cannedAnswer,
  limit: 'write',
});

export const deleteCannedAnswer = contract({
  method: 'DELETE',
  path: `${PATH}/:id`,
  summary: 'Delete a saved reply.',
  access: 'chat.answer',
  params,
  response: cannedAnswer,
  limit: 'write',
});
