import type { Request } from 'express';
import { type AccessRule, staffWho } from '../../platform/http/access-rules.ts';
import { CHAT_TOKEN_HEADER } from '../../shared/chat.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import type { StoredChat } from './chat.model.ts';
import { type ChatVisitor, findChat, findOwn, noSuchChat, ownerKeyOf, requireOwn } from './chat-owner.ts';

interface Visited {
  viewer: Viewer;
  req: Request;
}

interface ById {
  params: { id: string };
}

/** The visitor and their conversation, if any. */
export const chatVisitor: AccessRule<'anyone', Visited, { visitor: ChatVisitor; chat: StoredChat | null }> = {
  word: 'anyone',
  async load(visited) {
    const visitor = visitorOf(visited);
    return { visitor, chat: await findOwn(visitor) };
  },
};

type Begun = Visited & { body: { token?: string | undefined } };

/**
 * The visitor who writes, their conversation if any, and the owner of a new one. NOT_SIGNED_IN without account and token,
 * NOT_ALLOWED during impersonation.
 */
export const chatWriter: AccessRule<
  'anyone',
  Begun,
  { visitor: ChatVisitor; chat: StoredChat | null; ownerKey: string }
> = {
  word: 'anyone',
  async load({ viewer, body }) {
    const visitor = { viewer, token: body.token ?? null };
    const ownerKey = ownerKeyOf(visitor);
    return { visitor, ownerKey, chat: await findOwn(visitor) };
  },
};

/** The conversation in the address, for its own visitor. NOT_FOUND for others. */
export const ownChat: AccessRule<'anyone', Visited & ById, { visitor: ChatVisitor; chat: StoredChat }> = {
  word: 'anyone',
  async load(visited) {
    const visitor = visitorOf(visited);
    return { visitor, chat: await requireOwn(visited.params.id, visitor) };
  },
};

const deskStaff = staffWho('chat.answer');

/** Staff at the desk, and the conversation in the address. */
export const deskChat: AccessRule<'chat.answer', Visited & ById, { user: ViewerUser; chat: StoredChat }> = {
  ...deskStaff,
  async load(visited) {
    const { user } = await deskStaff.load(visited);
    const chat = await findChat(visited.params.id);
    if (!chat) throw noSuchChat();
    return { user, chat };
  },
};

function visitorOf({ viewer, req }: Visited): ChatVisitor {
  const token = req.headers[CHAT_TOKEN_HEADER];
  return { viewer, token: typeof token === 'string' ? token : null };
}
