import type { ChatSide } from '../../src/shared/chat.ts';
import type { ChatMessage } from '../../src/shared/contracts/chat.ts';

/** Merges messages in order without duplicates; the second list wins. */
export function merged(known: readonly ChatMessage[], news: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map([...known, ...news].map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

/** Marks messages after those of `from` as read up to a `seq`. */
export function readUpTo(
  messages: readonly ChatMessage[],
  from: ChatSide,
  upTo: number,
  readAt: string,
): readonly ChatMessage[] {
  return messages.map((message) =>
    message.from === from && message.seq <= upTo && message.readAt === null ? { ...message, readAt } : message,
  );
}

interface Part {
  messages: readonly ChatMessage[];
  /** There are earlier messages. */
  hasEarlier: boolean;
}

/**
 * Merges a conversation with its latest messages. Keeps earlier pages unless messages in between are missing; then they
 * can be loaded again.
 */
export function withLatest(known: Part, latest: Part): { messages: ChatMessage[]; hasEarlier: boolean } {
  const first = latest.messages[0];
  const isWhole = !latest.hasEarlier || known.messages.some(({ id }) => id === first?.id);
  const from = first?.seq ?? 0;
  const kept = isWhole ? known.messages : known.messages.filter(({ seq }) => seq > from);
  const beginsEarlier = kept.some(({ seq }) => seq < from);
  return {
    messages: merged(kept, latest.messages),
    hasEarlier: beginsEarlier ? known.hasEarlier : latest.hasEarlier,
  };
}
