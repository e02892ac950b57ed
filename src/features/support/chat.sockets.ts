import * as z from 'zod';
import { toAppError } from '../../platform/http/error-answer.ts';
import { platform } from '../../platform/platform.ts';
import type { AcceptSocket, OurSocket } from '../../platform/sockets/accept-socket.ts';
import { CHAT_TOKEN } from '../../shared/chat.ts';
import type { ChatAnswer } from '../../shared/contracts/socket-events.ts';
import { tellDeskOf } from './chat-messages.ts';
import { noSuchChat, requireOwn } from './chat-owner.ts';
import { arrive, DESK, isStaffed } from './chat-presence.ts';
import { CHATS_ROOM, chatRoom, emitToChat, emitToChats } from './chat-rooms.ts';

/** Minimum interval of typing notices for each connection, in milliseconds. */
const TYPING_EVERY = 2000;
/** Maximum conversations for each connection. */
const MAX_CHATS = 3;

const id = z.string().regex(/^[0-9a-f]{24}$/);
const joinRequest = z.object({ conversationId: id, token: z.string().regex(CHAT_TOKEN).nullish() });
const typingRequest = z.object({ conversationId: id });

/** Subscribes visitors to their conversation, and staff to the desk. Input is untrusted; messages are sent by HTTP. */
export const acceptChat: AcceptSocket = (socket, tools) => {
  const leaving = new Map<string, () => void>();
  let typedAt = 0;
  const place = (name: string, onChange?: () => void) => {
    if (!leaving.has(name) && socket.connected) leaving.set(name, arrive(name, onChange));
  };
  const isDesk = socket.nsp.name === '/staff';

  socket.on('chat:join', (request: unknown, answer: unknown) => {
    const reply = replyTo(answer);
    join(socket, request, tools.viewer)
      .then(async (conversationId) => {
        if (!leaving.has(conversationId) && leaving.size >= MAX_CHATS) throw noSuchChat();
        await socket.join([chatRoom(conversationId), CHATS_ROOM]);
        place(conversationId, () => tellHere(conversationId));
        reply({ success: true, data: { isStaffed: await isStaffed() } });
      })
      .catch((thrown: unknown) => {
        const error = toAppError(thrown);
        if (error.status >= 500)
          tools.log.error({ err: error.cause ?? error }, 'a socket could not join a conversation');
        reply({ success: false, error: { code: error.code, message: error.message } });
      });
  });

  socket.on('chat:typing', (request: unknown) => {
    const parsed = typingRequest.safeParse(request);
    if (!parsed.success || Date.now() - typedAt < TYPING_EVERY) return;
    const { conversationId } = parsed.data;
    if (!isDesk && !leaving.has(conversationId)) return;
    typedAt = Date.now();
    const told = { conversationId, from: isDesk ? ('staff' as const) : ('visitor' as const) };
    if (isDesk) emitToChat(conversationId, 'chat:typing', told);
    platform().sockets.emitToStaff('chat:typing', { ...told, userId: socket.data.userId });
  });

  if (isDesk) {
    socket.on('chat:attend', (answer: unknown) => {
      place(DESK, tellStaffed);
      replyTo(answer)({ success: true, data: { isStaffed: true } });
    });
  }

  socket.on('disconnect', () => {
    for (const leave of leaving.values()) leave();
    leaving.clear();
  });
};

async function join(
  socket: OurSocket,
  request: unknown,
  viewer: Parameters<AcceptSocket>[1]['viewer'],
): Promise<string> {
  const parsed = joinRequest.safeParse(request);
  if (!parsed.success) throw noSuchChat();
  const { conversationId, token = null } = parsed.data;
  // The public namespace ignores accounts: a token is required.
  const known = await viewer(null);
  const asking = socket.nsp.name === '/public' ? { ...known, user: null } : known;
  await requireOwn(conversationId, { viewer: asking, token });
  return conversationId;
}

function tellStaffed(): void {
  isStaffed()
    .then((staffed) => emitToChats('chat:staffed', { isStaffed: staffed }))
    .catch(() => undefined);
}

/** Tells staff whether the visitor is present. */
function tellHere(conversationId: string): void {
  tellDeskOf(conversationId).catch(() => undefined);
}

function replyTo(answer: unknown): (result: ChatAnswer) => void {
  return (result) => {
    if (typeof answer === 'function') answer(result);
  };
}
