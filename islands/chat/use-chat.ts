import { useSyncExternalStore } from 'react';
import type { Chat, ChatState } from './chat-store.ts';

/** What a chat shows, as it changes. */
export function useChat(chat: Chat): ChatState {
  return useSyncExternalStore(chat.subscribe, chat.state, chat.state);
}
