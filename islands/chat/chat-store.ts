import { CHAT, CHAT_TOKEN_HEADER } from '../../src/shared/chat.ts';
import {
  type ChatConversation,
  type ChatMessage,
  getChat,
  leaveChatEmail,
  myChat,
  readChat,
  sendChatMessage,
  startChat,
} from '../../src/shared/contracts/chat.ts';
import { api, reasonOf } from '../runtime/api.ts';
import type { ChatLine } from '../runtime/socket-client.ts';
import { merged, readUpTo, withLatest } from './messages.ts';
import { createOutbox, type Stuck, type Unsent } from './outbox.ts';

/** Short, as the outbox retries while the user still waits. */
const TIMEOUT = 20_000;
/** Polling interval without a socket, in milliseconds. */
const POLL = 15_000;

export interface ChatState {
  phase: 'loading' | 'ready' | 'failed';
  /** Why it failed, for the user. */
  problem: string | null;
  isStaffed: boolean;
  id: string | null;
  /** Where answers go after the page is closed; null if unknown. */
  email: string | null;
  isClosed: boolean;
  messages: readonly ChatMessage[];
  hasEarlier: boolean;
  unsent: readonly Unsent[];
  stuck: Stuck;
  isTyping: boolean;
  /** Draft text; survives closing the chat. */
  draft: string;
}

/** How a chat accesses its conversation, and its storage. */
export interface ChatAccess {
  namespace: '/public' | '/users';
  token(): string | null;
  /** For the first message; null if the session identifies the conversation. */
  ensureToken(): string | null;
  unsent(): readonly Unsent[];
  keepUnsent(unsent: readonly Unsent[]): void;
  noteBegun(): void;
  /** The conversation, if the page came with it. */
  known?: { conversation: ChatConversation; isStaffed: boolean };
}

interface Standing {
  isStaffed: boolean;
  conversation: ChatConversation | null;
}

export type Chat = ReturnType<typeof createChat>;

/** State of a visitor's chat, without UI. Lives as long as the page. */
export function createChat(access: ChatAccess) {
  const known = access.known;
  let state: ChatState = {
    phase: known ? 'ready' : 'loading',
    problem: null,
    isStaffed: known?.isStaffed ?? false,
    ...viewOf(known?.conversation ?? null),
    unsent: access.unsent(),
    stuck: null,
    isTyping: false,
    draft: '',
  };
  const listeners = new Set<() => void>();
  let line: ChatLine | null = null;
  let isLive = false;
  /** How often each was heard of: an answer that was asked for before that is older. */
  const heard = { isClosed: 0, isStaffed: 0 };
  let isWatched = false;
  let typedAt = 0;
  let typingEnds: ReturnType<typeof setTimeout> | undefined;
  let reading = 0;
  let poll: ReturnType<typeof setInterval> | undefined;

  function set(change: Partial<ChatState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  /** Shows what the server says right now; answers that are still on their way don't take it back. */
  function hear(change: Partial<Pick<ChatState, 'isClosed' | 'isStaffed' | 'messages'>>): void {
    if (change.isClosed !== undefined) heard.isClosed += 1;
    if (change.isStaffed !== undefined) heard.isStaffed += 1;
    set(change);
  }

  /** Call options: retries, and the visitor's token. */
  function as(token = access.token()) {
    return { timeout: TIMEOUT, retries: 0, ...(token && { headers: { [CHAT_TOKEN_HEADER]: token } }) };
  }

  const outbox = createOutbox({
    initial: state.unsent,
    send,
    onChange(unsent, stuck) {
      access.keepUnsent(unsent);
      set({ unsent, stuck });
    },
  });

  async function send({ clientId, text }: Unsent): Promise<void> {
    const page = window.location.pathname;
    if (state.id) {
      const body = { clientId, text, page };
      const sent = await api.call(sendChatMessage, { params: { id: state.id }, body, ...as() });
      hear({ isStaffed: sent.isStaffed, isClosed: false, messages: merged(state.messages, [sent.message]) });
      return;
    }
    const token = access.ensureToken();
    const body = { clientId, text, page, ...(token && { token }), ...(state.email && { email: state.email }) };
    show(await api.call(startChat, { body, ...as(token) }));
  }

  /** Merges the server's state with what was heard meanwhile. @param asked `heard` when it was asked for */
  function show({ isStaffed, conversation }: Standing, asked = { ...heard }): void {
    const ready = {
      phase: 'ready' as const,
      problem: null,
      ...(heard.isStaffed === asked.isStaffed && { isStaffed }),
    };
    if (!conversation) {
      set(ready);
      return;
    }
    access.noteBegun();
    const view = viewOf(conversation);
    const shown = view.id === state.id ? withLatest(state, view) : {};
    const isClosed = heard.isClosed === asked.isClosed ? view.isClosed : state.isClosed;
    set({ ...ready, ...view, ...shown, isClosed });
    listen();
    read();
  }

  async function load(): Promise<void> {
    const asked = { ...heard };
    try {
      if (known) show(await api.call(getChat, { params: { id: known.conversation.id }, ...as() }), asked);
      else show(await api.call(myChat, as()), asked);
      outbox.wake();
      outbox.resume();
    } catch (error) {
      if (state.phase !== 'ready') set({ phase: 'failed', problem: reasonOf(error) });
    }
  }

  function listen(): void {
    const { id } = state;
    if (line || !id) return;
    line = NO_LINE;
    import('../runtime/socket-client.ts').then(
      ({ watchChat }) => {
        line = watchChat(
          access.namespace,
          { conversationId: id, token: access.token() },
          {
            'chat:message': ({ message }) => {
              if (message.from === 'staff') stopTyping();
              // A new message reopens the conversation; a repeated one doesn't.
              const isNew = state.messages.every(({ id }) => id !== message.id);
              hear({ messages: merged(state.messages, [message]), ...(isNew && { isClosed: false }) });
              read();
            },
            'chat:read': ({ from, upTo, readAt }) => set({ messages: readUpTo(state.messages, from, upTo, readAt) }),
            'chat:typing': () => {
              clearTimeout(typingEnds);
              typingEnds = setTimeout(stopTyping, CHAT.typingFor);
              set({ isTyping: true });
            },
            'chat:closed': ({ isClosed }) => {
              if (isClosed) stopTyping();
              hear({ isClosed });
            },
            'chat:staffed': ({ isStaffed }) => hear({ isStaffed }),
          },
          (isStaffed) => {
            isLive = true;
            hear({ isStaffed });
            void load();
          },
          () => {
            isLive = false;
          },
        );
      },
      () => {
        line = null;
      },
    );
  }

  function stopTyping(): void {
    clearTimeout(typingEnds);
    set({ isTyping: false });
  }

  /** Marks messages as read while the user is looking. */
  function read(): void {
    const last = [...state.messages].reverse().find(isNews);
    if (!isWatched || document.visibilityState !== 'visible' || !last || !state.id || reading >= last.seq) return;
    reading = last.seq;
    api.call(readChat, { params: { id: state.id }, body: { upTo: last.seq }, ...as() }).then(
      () => set({ messages: readUpTo(state.messages, 'staff', last.seq, new Date().toISOString()) }),
      () => {
        reading = 0;
      },
    );
  }

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load,
    /** @param watched whether the chat is visible, so that new messages count as read */
    watch(watched: boolean): void {
      isWatched = watched;
      clearInterval(poll);
      document.removeEventListener('visibilitychange', read);
      if (!watched) return;
      document.addEventListener('visibilitychange', read);
      poll = setInterval(() => {
        if (!isLive && state.id && document.visibilityState === 'visible') void load();
      }, POLL);
      read();
    },
    write: (draft: string) => set({ draft }),
    send(text: string): void {
      set({ draft: '' });
      outbox.add(text);
    },
    outbox,
    typing(): void {
      const now = Date.now();
      if (!state.id || now - typedAt < CHAT.typingEvery) return;
      typedAt = now;
      line?.typing(state.id);
    },
    async loadEarlier(): Promise<void> {
      const before = state.messages[0]?.seq;
      if (!state.id || before === undefined) return;
      const { conversation } = await api.call(getChat, { params: { id: state.id }, query: { before }, ...as() });
      set({ messages: merged(conversation.messages, state.messages), hasEarlier: conversation.hasEarlier });
    },
    /** Throws `ChatError` with a message when the address is refused. */
    async leaveEmail(email: string): Promise<void> {
      if (!state.id) {
        set({ email });
        return;
      }
      const kept = await api.call(leaveChatEmail, { params: { id: state.id }, body: { email }, ...as() });
      set({ email: kept.email });
    },
    stop(): void {
      clearInterval(poll);
      document.removeEventListener('visibilitychange', read);
      outbox.stop();
      line?.stop();
      listeners.clear();
    },
  };
}

const NO_LINE: ChatLine = { typing: () => undefined, stop: () => undefined };

/** Unread answers. */
export function unreadOf({ messages }: Pick<ChatState, 'messages'>): number {
  return messages.filter(isNews).length;
}

function isNews({ from, readAt }: ChatMessage): boolean {
  return from === 'staff' && readAt === null;
}

function viewOf(conversation: ChatConversation | null) {
  return {
    id: conversation?.id ?? null,
    email: conversation?.email ?? null,
    isClosed: conversation?.state === 'closed',
    messages: conversation?.messages ?? [],
    hasEarlier: conversation?.hasEarlier ?? false,
  };
}
