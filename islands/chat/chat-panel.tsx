import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef } from 'react';
import { IconButton } from '../../views/ui/button.tsx';
import { Ribbon, Wrap } from '../../views/ui/paper.tsx';
import type { Chat } from './chat-store.ts';
import { Conversation } from './conversation.tsx';

export interface ChatPanelProps {
  chat: Chat;
  isOpen: boolean;
  user: string | null;
  onClose: () => void;
}

const PHONE = '(max-width: 40rem)';

/** The open chat: next to the page, or full screen on a phone. Keeps listening when closed. */
export function ChatPanel({ chat, isOpen, user, onClose }: ChatPanelProps) {
  const box = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    if (isOpen && !dialog.open) {
      const before = document.activeElement;
      if (window.matchMedia(PHONE).matches) dialog.showModal();
      else {
        dialog.show();
        const field = dialog.querySelector('textarea');
        field?.focus();
        // Put the cursor at the end of the draft.
        field?.setSelectionRange(field.value.length, field.value.length);
      }
      return () => {
        dialog.close();
        if (before instanceof HTMLElement) before.focus();
      };
    }
  }, [isOpen]);

  useEffect(() => {
    chat.watch(isOpen);
    return () => chat.watch(false);
  }, [chat, isOpen]);

  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel(event);
  };
  return (
    <dialog ref={box} className="chat-panel" aria-labelledby="chat-title" onCancel={cancel} onKeyDown={onKeyDown}>
      <Wrap className="chat-panel__paper">
        <Ribbon />
      </Wrap>
      <div className="chat-panel__head">
        <h2 id="chat-title">Talk to us</h2>
        <IconButton icon="close" label="Close chat" onClick={onClose} />
      </div>
      {isOpen && <Conversation chat={chat} isSignedIn={user !== null} />}
    </dialog>
  );
}
