import { randomBytes, randomUUID } from 'node:crypto';
import { CHAT_TOKEN_HEADER } from '../../src/shared/chat.ts';
import { type ChatConversation, getChat, sendChatMessage, startChat } from '../../src/shared/contracts/chat.ts';
import { newVisitor, type Visitor } from './user.ts';

/** Somebody without an account who writes to us. */
export interface Chatter {
  visitor: Visitor;
  token: string;
  /** Begins, or writes on; the same `clientId` is the same message. */
  start(text: string, more?: { clientId?: string; email?: string; page?: string }): Promise<ChatConversation>;
  say(id: string, text: string, clientId?: string): ReturnType<typeof sayAs>;
  read(id: string): Promise<ChatConversation>;
}

export function newChatter(origin: string, headers: Record<string, string> = {}): Chatter {
  const token = randomBytes(16).toString('base64url');
  const visitor = newVisitor(origin, { [CHAT_TOKEN_HEADER]: token, ...headers });
  return {
    visitor,
    token,
    async start(text, { clientId = randomUUID(), ...more } = {}) {
      const answer = await visitor.call(startChat, { body: { token, clientId, text, ...more } });
      return answer.conversation;
    },
    say: (id, text, clientId = randomUUID()) => sayAs(visitor, id, text, clientId),
    async read(id) {
      return (await visitor.call(getChat, { params: { id }, query: {} })).conversation;
    },
  };
}

function sayAs(visitor: Visitor, id: string, text: string, clientId: string) {
  return visitor.call(sendChatMessage, { params: { id }, body: { clientId, text } });
}

/** The words of messages, in order. */
export function wordsOf(messages: ChatConversation['messages']): string[] {
  return messages.map(({ parts }) => parts.map(({ text }) => text).join(''));
}
