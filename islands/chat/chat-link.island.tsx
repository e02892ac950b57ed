import { useEffect, useState } from 'react';
import type { ChatConversation } from '../../src/shared/contracts/chat.ts';
import { createChat } from './chat-store.ts';
import type { PlainForm } from './composer.tsx';
import { Conversation } from './conversation.tsx';

export interface ChatLinkProps {
  /** Token from the mailed link; gives access to this conversation. */
  token: string;
  conversation: ChatConversation;
  isStaffed: boolean;
  plainForm: PlainForm;
}

/** The conversation of a mailed answer, on a page of its own. */
export default function ChatLink({ plainForm, ...props }: ChatLinkProps) {
  const [chat] = useState(() => linkedChat(props));
  useEffect(() => {
    chat.watch(true);
    void chat.load();
    return () => chat.watch(false);
  }, [chat]);
  return <Conversation chat={chat} isSignedIn={false} plainForm={plainForm} />;
}

function linkedChat({ token, conversation, isStaffed }: Omit<ChatLinkProps, 'plainForm'>) {
  return createChat({
    namespace: '/public',
    token: () => token,
    ensureToken: () => token,
    unsent: () => [],
    keepUnsent: () => undefined,
    noteBegun: () => undefined,
    known: { conversation, isStaffed },
  });
}
