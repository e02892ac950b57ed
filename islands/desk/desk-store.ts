import { CHAT } from '../../src/shared/chat.ts';
import type { ChatMessage } from '../../src/shared/contracts/chat.ts';
import {
  answerChat,
  changeDesk,
  type DeskConversation,
  type DeskThread,
  getDesk,
  handOverChat,
  listDesk,
  readDesk,
} from '../../src/shared/contracts/chat-desk.ts';
import { merged, readUpTo, withLatest } from '../chat/messages.ts';
import { createOutbox, type Outbox, type Stuck, type Unsent } from '../chat/outbox.ts';
import { api } from '../runtime/api.ts';
import { attendDesk, type ChatLine } from '../runtime/socket-client.ts';
import type { DeskProps } from './desk-props.ts';

export interface DeskState {
  list: readonly DeskConversation[];
  /** Unread visitor messages in all conversations. */
  unread: number;
  thread: DeskThread | null;
  unsent: readonly Unsent[];
  stuck: Stuck;
  isLive: boolean;
  /** Who is typing in the open conversation. */
  typing: 'visitor' | 'staff' | null;
  problem: string | null;
  /** A colleague has just given one to this member of staff. */
  handed: { conversationId: string; from: string; note: string } | null;
}

export type Desk = ReturnType<typeof createDesk>;

/** Debounces reloads, in milliseconds. */
const DEBOUNCE = 300;
/** Same as the server's page size. */
const LISTED = 30;

/** State of the staff desk, without UI. */
export function createDesk(props: DeskProps) {
  const outboxes = new Map<string, Outbox>();
  /** The last message of each conversation that was on a visible page. */
  const seen = new Map<string, number>();
  const waiting = new Map<string, { unsent: readonly Unsent[]; stuck: Stuck }>();
  const listeners = new Set<() => void>();
  let state: DeskState = {
    list: props.list,
    unread: props.unread,
    thread: props.thread,
    unsent: [],
    stuck: null,
    isLive: true,
    typing: null,
    problem: null,
    handed: null,
  };
  let line: ChatLine | null = null;
  let typedAt = 0;
  let typingEnds: ReturnType<typeof setTimeout> | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let reading = '';
  /** Changes of conversations so far: a list that was fetched before one lacks it. */
  let changes = 0;
  /** Id of the requested conversation, which opens when it is loaded. */
  let wanted = props.thread?.conversation.id ?? null;

  function set(change: Partial<DeskState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  const openId = () => state.thread?.conversation.id ?? null;

  function outboxOf(id: string): Outbox {
    const known = outboxes.get(id);
    if (known) return known;
    const made = createOutbox({
      async send({ clientId, text }) {
        const body = { clientId, text, upTo: seen.get(id) };
        const sent = await api.call(answerChat, { params: { id }, body });
        showMessage(id, sent.message);
        showConversation(sent.conversation);
      },
      onChange(unsent, stuck) {
        waiting.set(id, { unsent, stuck });
        if (openId() === id) set({ unsent, stuck });
      },
    });
    outboxes.set(id, made);
    return made;
  }

  function showMessage(id: string, message: ChatMessage): void {
    if (openId() !== id || !state.thread) return;
    set({ thread: { ...state.thread, messages: merged(state.thread.messages, [message]) } });
  }

  function showConversation(conversation: DeskConversation, unread = state.unread): void {
    changes += 1;
    const thread = openId() === conversation.id && state.thread ? { ...state.thread, conversation } : state.thread;
    const others = state.list.filter(({ id }) => id !== conversation.id);
    const isKnown = others.length < state.list.length;
    // Keep items that no longer match until reload, so that they don't vanish under the pointer.
    const belongs = isKnown || (!props.q && !props.cursor && isShown(conversation, props));
    const list = belongs ? [...others, conversation].sort((a, b) => b.lastAt.localeCompare(a.lastAt)) : state.list;
    set({ list, thread, unread });
  }

  /**
   * Opens a conversation, unless another one was requested meanwhile: an answer must not go to the wrong visitor.
   * @returns whether it is open now
   */
  async function showThread(id: string): Promise<boolean> {
    wanted = id;
    const thread = await api.call(getDesk, { params: { id }, query: {} }).catch((error: unknown) => {
      if (wanted === id) throw error;
      return null;
    });
    if (!thread || wanted !== id) return false;
    const { unsent = [], stuck = null } = waiting.get(id) ?? {};
    const known = openId() === id ? state.thread : null;
    set({
      thread: { ...thread, ...(known && withLatest(known, thread)) },
      unsent,
      stuck,
      typing: null,
      problem: null,
    });
    read();
    return true;
  }

  /** Catches up after a lost connection. */
  function refresh(): void {
    clearTimeout(settling);
    settling = setTimeout(() => {
      const { show, q, cursor } = props;
      const before = changes;
      api
        .callBeside(listDesk, { query: { show, q, limit: LISTED, ...(cursor && { cursor }) } })
        .then(({ data, meta }) => {
          if (changes === before) set({ list: data, unread: meta.unread });
          else refresh();
        })
        .catch(() => undefined);
      if (wanted) showThread(wanted).catch(() => undefined);
    }, DEBOUNCE);
  }

  /** Marks messages as read while staff is looking. */
  function read(): void {
    const { thread } = state;
    const latest = thread?.messages.at(-1);
    if (thread && latest && document.visibilityState === 'visible') seen.set(thread.conversation.id, latest.seq);
    const last = [...(thread?.messages ?? [])].reverse().find(({ from, readAt }) => from === 'visitor' && !readAt);
    if (!thread || !last || document.visibilityState !== 'visible' || reading === last.id) return;
    reading = last.id;
    const { id } = thread.conversation;
    api.call(readDesk, { params: { id }, body: { upTo: last.seq } }).then(
      (conversation) => showConversation(conversation),
      () => {
        reading = '';
      },
    );
  }

  /** Does something with the open conversation, and shows what came of it. */
  async function act(run: (id: string) => Promise<DeskConversation>): Promise<void> {
    const id = openId();
    if (!id) return;
    try {
      showConversation(await run(id));
      if (openId() === id) set({ problem: null });
    } catch (error) {
      if (openId() !== id) return;
      set({ problem: error instanceof Error ? error.message : 'That didn’t work. Please try again.' });
    }
  }

  function start(): () => void {
    document.addEventListener('visibilitychange', read);
    line = attendDesk(
      {
        'chat:desk': ({ conversation, unread }) => showConversation(conversation, unread),
        'chat:message': ({ conversationId, message }) => {
          showMessage(conversationId, message);
          if (conversationId === openId()) {
            if (message.from === 'visitor') set({ typing: null });
            read();
          }
        },
        'chat:handed': (handed) => set({ handed }),
        'chat:read': ({ conversationId, from, upTo, readAt }) => {
          if (conversationId !== openId() || !state.thread) return;
          set({ thread: { ...state.thread, messages: [...readUpTo(state.thread.messages, from, upTo, readAt)] } });
        },
        'chat:typing': ({ conversationId, from, userId }) => {
          if (conversationId !== openId() || userId === props.me.id) return;
          clearTimeout(typingEnds);
          typingEnds = setTimeout(() => set({ typing: null }), CHAT.typingFor);
          set({ typing: from });
        },
      },
      () => {
        set({ isLive: true });
        refresh();
      },
      () => set({ isLive: false }),
    );
    read();
    return () => {
      document.removeEventListener('visibilitychange', read);
      clearTimeout(settling);
      line?.stop();
      for (const outbox of outboxes.values()) outbox.stop();
    };
  }

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    outboxOf,
    showThread,
    leaveThread(): void {
      wanted = null;
      set({ thread: null, unsent: [], stuck: null, typing: null });
    },
    typing(): void {
      const now = Date.now();
      const id = openId();
      if (!id || now - typedAt < CHAT.typingEvery) return;
      typedAt = now;
      line?.typing(id);
    },
    async loadEarlier(): Promise<void> {
      const id = openId();
      const before = state.thread?.messages[0]?.seq;
      if (!id || before === undefined) return;
      const { messages, hasEarlier } = await api.call(getDesk, { params: { id }, query: { before } });
      // Another conversation may be open by now, or this one may have grown.
      if (!state.thread || openId() !== id) return;
      set({ thread: { ...state.thread, messages: merged(messages, state.thread.messages), hasEarlier } });
    },
    forgetHanded: () => set({ handed: null }),
    change: (change: { isClosed?: boolean; isMine?: boolean }) =>
      act((id) => api.call(changeDesk, { params: { id }, body: { ...change, upTo: seen.get(id) } })),
    handOver: (to: string, note: string) => act((id) => api.call(handOverChat, { params: { id }, body: { to, note } })),
  };
}

/** Whether a conversation belongs to the list that is shown. */
function isShown({ state, assignedTo }: DeskConversation, { show, me }: DeskProps): boolean {
  if (show === 'mine') return assignedTo?.id === me.id && state !== 'closed';
  return show === 'all' || show === state;
}
