import type { Request } from 'express';
import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import { saveSession } from '../../platform/http/sessions.ts';
import * as contracts from '../../shared/contracts/chat.ts';
import * as deskContracts from '../../shared/contracts/chat-desk.ts';
import { listDesk } from './chat-desk.service.ts';
import { chatVisitor, chatWriter, deskChat, ownChat } from './chat-rules.ts';
import { colleaguesOf } from './colleagues.service.ts';
import * as desk from './desk-work.ts';
import { handOver } from './hand-over.ts';
import * as conversations from './own-chat.ts';

declare module 'express-session' {
  interface SessionData {
    /** A visitor without an account has a conversation in this browser. */
    hasChat?: true;
  }
}

export const answerChatAction = action(deskContracts.answerChat, {
  access: deskChat,
  run: ({ chat, body, user }) => desk.answer(chat, user, body),
});

export const changeDeskAction = action(deskContracts.changeDesk, {
  access: deskChat,
  run: ({ chat, body, user }) => desk.changeDesk(chat, user, body),
});

export const handOverChatAction = action(deskContracts.handOverChat, {
  access: deskChat,
  run: ({ chat, body, user, viewer: { ip } }) => handOver(chat, user, body, ip),
});

/** Visitor calls are open to anyone; session or token select the conversation. */
export const chatRoutes: RouteTable = [
  action(contracts.myChat, { access: chatVisitor, run: ({ chat }) => conversations.myChat(chat) }),
  action(contracts.startChat, {
    access: chatWriter,
    async run({ visitor, chat, ownerKey, body, viewer, req }) {
      const { token: _token, ...spoken } = body;
      const given = { ...spoken, userAgent: req.headers['user-agent'] };
      const begun = await conversations.startChat({ visitor, chat, ownerKey }, given);
      if (!viewer.user) await rememberChat(req);
      return begun;
    },
  }),
  action(contracts.getChat, {
    access: ownChat,
    run: ({ chat, query }) => conversations.getChat(chat, query.before),
  }),
  action(contracts.sendChatMessage, {
    access: ownChat,
    run: ({ chat, visitor, body, req }) =>
      conversations.sendMessage(chat, visitor, { ...body, userAgent: req.headers['user-agent'] }),
  }),
  action(contracts.readChat, {
    access: ownChat,
    run: ({ chat, body }) => conversations.readChat(chat, body.upTo),
  }),
  action(contracts.leaveChatEmail, {
    access: ownChat,
    run: ({ chat, visitor, body }) => conversations.leaveEmail(chat, visitor, body.email),
  }),
  action(deskContracts.listDesk, {
    access: staffWho('chat.answer'),
    async run({ query, user }) {
      const { data, meta } = await listDesk({ ...query, staffId: user.id });
      return withBeside(data, { meta });
    },
  }),
  action(deskContracts.getDesk, {
    access: deskChat,
    run: ({ chat, query }) => desk.threadOf(chat, query.before),
  }),
  answerChatAction,
  action(deskContracts.readDesk, {
    access: deskChat,
    run: ({ chat, body }) => desk.readDesk(chat, body.upTo),
  }),
  changeDeskAction,
  handOverChatAction,
  action(deskContracts.listColleagues, {
    access: staffWho('chat.answer'),
    run: ({ user }) => colleaguesOf(user.id),
  }),
];

/** Sets a session, so that the visitor gets personal pages with script, which check for answers. */
async function rememberChat(req: Request): Promise<void> {
  if (req.session.hasChat) return;
  req.session.hasChat = true;
  await saveSession(req);
}
