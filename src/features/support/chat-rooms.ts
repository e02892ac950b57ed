import { platform } from '../../platform/platform.ts';
import type { ServerEventName, ServerEvents } from '../../shared/contracts/socket-events.ts';

/** Where visitors connect, signed in or not; staff hear of every conversation. */
const OF_VISITORS = ['/public', '/users'] as const;

/** Where the visitor of a conversation hears of it. */
export function chatRoom(conversationId: string): string {
  return `chat:${conversationId}`;
}

/** Where all visitors are who are in a conversation. */
export const CHATS_ROOM = 'chats';

/** Sends a message to the visitor of a conversation. */
export function emitToChat<N extends ServerEventName>(conversationId: string, name: N, payload: ServerEvents[N]): void {
  platform().sockets.emitToRoom(chatRoom(conversationId), name, payload, OF_VISITORS);
}

/** Sends a message to all visitors who are in a conversation. */
export function emitToChats<N extends ServerEventName>(name: N, payload: ServerEvents[N]): void {
  platform().sockets.emitToRoom(CHATS_ROOM, name, payload, OF_VISITORS);
}
