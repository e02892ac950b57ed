import { createRoot, type Root } from 'react-dom/client';
import { loadSheet } from '../runtime/load-sheet.ts';
import { openMemory } from './chat-memory.ts';
import { ChatPanel } from './chat-panel.tsx';
import { CHAT_NEWS, type ChatNews, type ChatProps } from './chat-props.ts';
import { type Chat, createChat, unreadOf } from './chat-store.ts';

type Facts = Pick<ChatProps, 'sheet' | 'user'>;

interface Widget {
  chat: Chat;
  root: Root | null;
  isOpen: boolean;
}

// One for the page, whichever launch button opens it.
let widget: Widget | null = null;

/** Checks an existing conversation for answers without opening the chat. */
export function listenForNews(facts: Facts): void {
  void ensure(facts).chat.load();
}

/** Opens the chat, or focuses the field of the open one. Resolves when it is visible. */
export async function openChat(facts: Facts): Promise<void> {
  const opened = ensure(facts);
  if (opened.isOpen) {
    document.querySelector<HTMLElement>('.chat-panel textarea')?.focus();
    return;
  }
  await loadSheet(facts.sheet);
  opened.isOpen = true;
  if (opened.chat.state().phase !== 'ready') void opened.chat.load();
  draw(opened, facts);
}

function ensure({ user }: Facts): Widget {
  if (widget) return widget;
  const memory = openMemory(user);
  const chat = createChat({
    namespace: user ? '/users' : '/public',
    token: memory.token,
    ensureToken: () => (user ? null : memory.ensureToken()),
    unsent: memory.unsent,
    keepUnsent: memory.keepUnsent,
    noteBegun: () => memory.noteBegun(user !== null),
  });
  const made: Widget = { chat, root: null, isOpen: false };
  chat.subscribe(() => tell(made));
  widget = made;
  return made;
}

function draw(opened: Widget, facts: Facts): void {
  opened.root ??= createRoot(document.body.appendChild(document.createElement('div')));
  const close = () => {
    opened.isOpen = false;
    draw(opened, facts);
  };
  opened.root.render(<ChatPanel chat={opened.chat} isOpen={opened.isOpen} user={facts.user} onClose={close} />);
  tell(opened);
}

function tell({ chat, isOpen }: Widget): void {
  const detail: ChatNews = { unread: unreadOf(chat.state()), isOpen };
  document.dispatchEvent(new CustomEvent(CHAT_NEWS, { detail }));
}
