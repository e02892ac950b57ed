import type { Request } from 'express';
import { anyone, staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import { saveSession } from '../../platform/http/sessions.ts';
import { CHAT_TOKEN_HEADER } from '../../shared/chat.ts';
import * as contracts from '../../shared/contracts/chat.ts';
import * as deskContracts from '../../shared/contracts/chat-desk.ts';
import type { Viewer } from '../../shared/viewer.ts';
import * as chat from './chat.service.ts';
import * as desk from './chat-desk.service.ts';
import type { ChatVisitor } from './chat-owner.ts';

declare module 'express-session' {
  interface SessionData {
    /** A visitor without an account has a conversation in this browser. */
    hasChat?: true;
  }
}

export const answerChatAction = action(deskContracts.answerChat, {
  access: staffWho('chat.answer'),
  run: ({ params, body, user }) => desk.answer(params.id, user, body),
});

export const changeDeskAction = action(deskContracts.changeDesk, {
  access: staffWho('chat.answer'),
  run: ({ params, body, user }) => desk.changeDesk(params.id, user, body),
});

/** Visitor calls are open to anyone; session or token select the conversation. */
export const chatRoutes: RouteTable = [
  action(contracts.myChat, { access: anyone, run: (context) => chat.myChat(visitorOf(context)) }),
  action(contracts.startChat, {
    access: anyone,
    async run({ body, viewer, req }) {
      const { token = null, ...spoken } = body;
      const begun = await chat.startChat({ viewer, token }, { ...spoken, userAgent: req.headers['user-agent'] });
      if (!viewer.user) await rememberChat(req);
      return begun;
    },
  }),
  action(contracts.getChat, {
    access: anyone,
    run: (context) => chat.getChat(context.params.id, visitorOf(context), context.query.before),
  }),
  action(contracts.sendChatMessage, {
    access: anyone,
    run(context) {
      const userAgent = context.req.headers['user-agent'];
      return chat.sendMessage(context.params.id, visitorOf(context), { ...context.body, userAgent });
    },
  }),
  action(contracts.readChat, {
    access: anyone,
    run: (context) => chat.readChat(context.params.id, visitorOf(context), context.body.upTo),
  }),
  action(contracts.leaveChatEmail, {
    access: anyone,
    run: (context) => chat.leaveEmail(context.params.id, visitorOf(context), context.body.email),
  }),
  action(deskContracts.listDesk, {
    access: staffWho('chat.answer'),
    async run({ query }) {
      const { data, meta } = await desk.listDesk(query);
      return withBeside(data, { meta });
    },
  }),
  action(deskContracts.getDesk, {
    access: staffWho('chat.answer'),
    run: ({ params, query }) => desk.getDesk(params.id, query.before),
  }),
  answerChatAction,
  action(deskContracts.readDesk, {
    access: staffWho('chat.answer'),
    run: ({ params, body }) => desk.readDesk(params.id, body.upTo),
  }),
  changeDeskAction,
];

/** Sets a session, so that the visitor gets personal pages with script, which check for answers. */
async function rememberChat(req: Request): Promise<void> {
  if (req.session.hasChat) return;
  req.session.hasChat = true;
  await saveSession(req);
}

function visitorOf({ viewer, req }: { viewer: Viewer; req: Request }): ChatVisitor {
  const token = req.headers[CHAT_TOKEN_HEADER];
  return { viewer, token: typeof token === 'string' ? token : null };
}
