import { useSyncExternalStore } from 'react';
import type { Chat, ChatState } from './chat-store.ts';

export function useChat(chat: Chat): ChatState {
  return useSyncExternalStore(chat.subscribe, chat.state, chat.state);
}
