import type { ChatConversation, ChatMessage } from '../../shared/contracts/chat.ts';
import type { DeskConversation } from '../../shared/contracts/chat-desk.ts';
import type { StoredChat, StoredChatMessage } from './chat.model.ts';
import { partsOf } from './chat-text.ts';

/** A message for both sides. */
export function toMessageDto(message: StoredChatMessage): ChatMessage {
  return {
    id: String(message._id),
    seq: message.seq,
    clientId: message.clientId,
    from: message.from,
    name: message.name,
    parts: partsOf(message.text),
    createdAt: message.createdAt.toISOString(),
    readAt: message.readAt?.toISOString() ?? null,
    isMailed: message.mailedAt !== null,
  };
}

/** Messages in order, and whether there are earlier ones. */
export interface ChatPage {
  messages: ChatMessage[];
  hasEarlier: boolean;
}

/** A conversation for its visitor. @param unread answers that they have not read */
export function toConversationDto(chat: StoredChat, page: ChatPage, unread: number): ChatConversation {
  return { id: String(chat._id), state: chat.state, email: chat.email, ...page, unread };
}

/** A conversation for the staff's list. */
export function toDeskDto(chat: StoredChat, facts: { unread: number; isHere: boolean }): DeskConversation {
  return {
    id: String(chat._id),
    state: chat.state,
    name: chat.name,
    email: chat.email,
    hasAccount: chat.userId !== null,
    page: chat.page,
    device: chat.device,
    isHere: facts.isHere,
    assignedTo: chat.assignedTo && { id: String(chat.assignedTo), name: chat.assignedName },
    handedOver: chat.handedOver
      ? { by: chat.handedOver.byName, note: chat.handedOver.note, at: chat.handedOver.at.toISOString() }
      : null,
    lastText: chat.lastText,
    lastFrom: chat.lastFrom,
    lastAt: chat.lastAt.toISOString(),
    createdAt: chat.createdAt.toISOString(),
    unread: facts.unread,
  };
}
