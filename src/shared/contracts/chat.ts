import * as z from 'zod';
import { CHAT, CHAT_SIDES, CHAT_STATES, CHAT_TOKEN } from '../chat.ts';
import { contract } from '../contract.ts';
import { emailAddress, objectId, text } from './common.ts';

/** A piece of a message; with `href` a link to http, https or mailto. */
export const chatPart = z.object({ text: z.string(), href: z.string().nullable() });

export const chatMessage = z.object({
  id: z.string(),
  /** Increases within the conversation, with gaps. */
  seq: z.number().int(),
  /** Id from the sender's browser, to recognise a repeated message. */
  clientId: z.string(),
  from: z.enum(CHAT_SIDES),
  /** First name of the staff member; empty for visitors. */
  name: z.string(),
  parts: z.array(chatPart),
  createdAt: z.string(),
  /** When the other side read it; null until then. */
  readAt: z.string().nullable(),
  /** Also sent by mail, because the visitor had left. */
  isMailed: z.boolean(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

const chatConversation = z.object({
  id: z.string(),
  state: z.enum(CHAT_STATES),
  /** Email address for answers after the visitor has left; null if unknown. */
  email: z.string().nullable(),
  /** Latest messages, oldest first. */
  messages: z.array(chatMessage),
  hasEarlier: z.boolean(),
  /** Answers that the visitor has not read. */
  unread: z.number().int(),
});
export type ChatConversation = z.infer<typeof chatConversation>;

const clientId = z.uuid('This is not an id.');
export const chatText = text(CHAT.textMax).pipe(z.string().min(1, 'What would you like to say?'));
/** Path of the visitor's page; secrets are removed before it is stored. */
const pagePath = z.string().max(500);
const upTo = z.number().int().min(0);

export const chatMessageBody = z.object({ clientId, text: chatText });
export const chatReadBody = z.object({
  /** `seq` of the last message read. */
  upTo,
});
export const chatParams = z.object({ id: objectId });
export const chatBefore = z.object({
  /** Only messages with a lower `seq`, for earlier pages. */
  before: z.coerce.number().int().min(0).optional(),
});

export const myChat = contract({
  method: 'GET',
  path: '/api/v2/chat',
  summary: 'Your conversation with support, by session or `X-Chat-Token` header, and whether staff is online.',
  access: 'anyone',
  response: z.object({ isStaffed: z.boolean(), conversation: chatConversation.nullable() }),
});

export const startChat = contract({
  method: 'POST',
  path: '/api/v2/chat/conversations',
  summary: 'Start a conversation with support. Idempotent by token and `clientId`.',
  access: 'anyone',
  body: chatMessageBody.extend({
    /** Created and kept by the browser; gives access to the conversation. Not needed when signed in. */
    token: z.string().regex(CHAT_TOKEN, 'This is not a token.').optional(),
    email: emailAddress.optional(),
    page: pagePath.optional(),
  }),
  response: z.object({ isStaffed: z.boolean(), conversation: chatConversation }),
  status: 201,
  limit: 'write',
});

export const getChat = contract({
  method: 'GET',
  path: '/api/v2/chat/conversations/:id',
  summary: 'Your conversation, or its messages before `before`.',
  access: 'anyone',
  params: chatParams,
  query: chatBefore,
  response: z.object({ isStaffed: z.boolean(), conversation: chatConversation }),
});

export const sendChatMessage = contract({
  method: 'POST',
  path: '/api/v2/chat/conversations/:id/messages',
  summary: 'Send a message. Idempotent by `clientId`.',
  access: 'anyone',
  params: chatParams,
  body: chatMessageBody.extend({ page: pagePath.optional() }),
  response: z.object({ isStaffed: z.boolean(), message: chatMessage }),
  status: 201,
  limit: 'write',
});

export const readChat = contract({
  method: 'POST',
  path: '/api/v2/chat/conversations/:id/read',
  summary: 'Mark answers as read.',
  access: 'anyone',
  params: chatParams,
  body: chatReadBody,
  response: z.object({ unread: z.number().int() }),
  limit: 'write',
  repeatable: true,
});

export const leaveChatEmail = contract({
  method: 'PUT',
  path: '/api/v2/chat/conversations/:id/email',
  summary: 'Set the address for mailed answers.',
  access: 'anyone',
  params: chatParams,
  body: z.object({ email: emailAddress }),
  response: z.object({ email: z.string() }),
  limit: 'write',
});
