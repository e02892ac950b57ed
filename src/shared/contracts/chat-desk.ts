import * as z from 'zod';
import { CHAT_SIDES, CHAT_STATES } from '../chat.ts';
import { contract } from '../contract.ts';
import { chatBefore, chatMessage, chatMessageBody, chatParams, chatReadBody } from './chat.ts';
import { line, objectId, page, text } from './common.ts';

/** Later messages of the visitor stay unread. Default: everything there is was seen. */
const seen = { upTo: chatReadBody.shape.upTo.optional() };

/** A conversation in the list of staff. */
const deskConversation = z.object({
  id: z.string(),
  state: z.enum(CHAT_STATES),
  /** Empty when it is unknown. */
  name: z.string(),
  email: z.string().nullable(),
  hasAccount: z.boolean(),
  /** Page of the visitor's last message, without secrets. */
  page: z.string(),
  /** Readable browser and device. */
  device: z.string(),
  /** The visitor has one of the site's pages open. */
  isHere: z.boolean(),
  assignedTo: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The last time that it was given to a colleague; null: never. */
  handedOver: z.object({ by: z.string(), note: z.string(), at: z.string() }).nullable(),
  lastText: z.string(),
  lastFrom: z.enum(CHAT_SIDES),
  lastAt: z.string(),
  createdAt: z.string(),
  /** Visitor messages that no staff has read. */
  unread: z.number().int(),
});
export type DeskConversation = z.infer<typeof deskConversation>;

/** `mine`: assigned to who asks, and not closed. */
export const DESK_SHOWS = ['waiting', 'mine', 'open', 'closed', 'all'] as const;
export type DeskShow = (typeof DESK_SHOWS)[number];

const deskThread = z.object({
  conversation: deskConversation,
  messages: z.array(chatMessage),
  hasEarlier: z.boolean(),
});
export type DeskThread = z.infer<typeof deskThread>;

const deskMeta = z.object({ total: z.number().int(), nextCursor: z.string().nullable(), unread: z.number().int() });
export type DeskMeta = z.infer<typeof deskMeta>;

export const listDesk = contract({
  method: 'GET',
  path: '/api/v2/staff/chat/conversations',
  summary:
    'Conversations with visitors, latest message first. `q` finds words, names and addresses by their beginnings.',
  access: 'chat.answer',
  query: page.extend({ show: z.enum(DESK_SHOWS).default('all'), q: line(100).default('') }),
  response: z.array(deskConversation),
  beside: z.object({ meta: deskMeta }),
});

export const getDesk = contract({
  method: 'GET',
  path: '/api/v2/staff/chat/conversations/:id',
  summary: 'A conversation with its latest messages, or those before `before`.',
  access: 'chat.answer',
  params: chatParams,
  query: chatBefore,
  response: deskThread,
});

export const answerChat = contract({
  method: 'POST',
  path: '/api/v2/staff/chat/conversations/:id/messages',
  summary:
    'Answer a visitor. Idempotent by `clientId`. Also mailed if the visitor has left. With `upTo`, it stays waiting if there is a later message.',
  access: 'chat.answer',
  params: chatParams,
  body: chatMessageBody.extend(seen),
  response: z.object({ message: chatMessage, conversation: deskConversation }),
  status: 201,
  limit: 'write',
});

export const readDesk = contract({
  method: 'POST',
  path: '/api/v2/staff/chat/conversations/:id/read',
  summary: 'Mark a visitor’s messages as read.',
  access: 'chat.answer',
  params: chatParams,
  body: chatReadBody,
  response: deskConversation,
  limit: 'write',
  repeatable: true,
});

export const changeDesk = contract({
  method: 'PUT',
  path: '/api/v2/staff/chat/conversations/:id',
  summary:
    'Close or reopen a conversation, assign it to yourself or unassign it. With `upTo`, closing is refused if the visitor wrote later.',
  access: 'chat.answer',
  params: chatParams,
  body: z.object({ isClosed: z.boolean().optional(), isMine: z.boolean().optional(), ...seen }),
  response: deskConversation,
  limit: 'write',
});

export const handOverChat = contract({
  method: 'POST',
  path: '/api/v2/staff/chat/conversations/:id/hand-over',
  summary: 'Give a conversation to another member of staff, who sees it at once.',
  access: 'chat.answer',
  params: chatParams,
  body: z.object({ to: objectId, note: text(500).default('') }),
  response: deskConversation,
  limit: 'write',
});

export const listColleagues = contract({
  method: 'GET',
  path: '/api/v2/staff/chat/colleagues',
  summary: 'Who may answer chats, without who asks.',
  access: 'chat.answer',
  response: z.array(z.object({ id: z.string(), name: z.string() })),
});
