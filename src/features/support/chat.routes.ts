import type { Request } from 'express';
import { signedIn } from '../../platform/http/access.ts';
import { type RouteTable, route, withBeside } from '../../platform/http/route.ts';
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
    /** A visitor without an account has written to us from this browser. */
    hasChat?: true;
  }
}

export const chatRoutes: RouteTable = [
  route(contracts.myChat, (context) => chat.myChat(visitorOf(context))),
  route(contracts.startChat, async ({ body, viewer, req }) => {
    const { token = null, ...spoken } = body;
    const begun = await chat.startChat({ viewer, token }, { ...spoken, userAgent: req.headers['user-agent'] });
    if (!viewer.user) await rememberChat(req);
    return begun;
  }),
  route(contracts.getChat, (context) => chat.getChat(context.params.id, visitorOf(context), context.query.before)),
  route(contracts.sendChatMessage, (context) => {
    const userAgent = context.req.headers['user-agent'];
    return chat.sendMessage(context.params.id, visitorOf(context), { ...context.body, userAgent });
  }),
  route(contracts.readChat, (context) => chat.readChat(context.params.id, visitorOf(context), context.body.upTo)),
  route(contracts.leaveChatEmail, (context) =>
    chat.leaveEmail(context.params.id, visitorOf(context), context.body.email),
  ),
  route(deskContracts.listDesk, async ({ query }) => {
    const { data, meta } = await desk.listDesk(query);
    return withBeside(data, { meta });
  }),
  route(deskContracts.getDesk, ({ params, query }) => desk.getDesk(params.id, query.before)),
  route(deskContracts.answerChat, ({ params, body, viewer }) => desk.answer(params.id, signedIn(viewer), body)),
  route(deskContracts.readDesk, ({ params, body }) => desk.readDesk(params.id, body.upTo)),
  route(deskContracts.changeDesk, ({ params, body, viewer }) => desk.changeDesk(params.id, signedIn(viewer), body)),
];

/** Who has a conversation gets pages made for them, which look for answers; cached ones have no script for that. */
async function rememberChat(req: Request): Promise<void> {
  if (req.session.hasChat) return;
  req.session.hasChat = true;
  await saveSession(req);
}

function visitorOf({ viewer, req }: { viewer: Viewer; req: Request }): ChatVisitor {
  const token = req.headers[CHAT_TOKEN_HEADER];
  return { viewer, token: typeof token === 'string' ? token : null };
}
