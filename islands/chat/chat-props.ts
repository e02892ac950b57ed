export interface ChatProps {
  /** A line in the footer, or a round button on help pages. */
  look: 'line' | 'bubble';
  /** Target of the form without script. */
  contactHref: string;
  /** URL of the chat's style sheet. */
  sheet: string;
  /** Email of the current user; null for visitors. */
  user: string | null;
}

/** Dispatched on `document` by the open chat, for launch buttons to show. */
export interface ChatNews {
  unread: number;
  isOpen: boolean;
}

export const CHAT_NEWS = 'vd-chat';

declare global {
  interface DocumentEventMap {
    [CHAT_NEWS]: CustomEvent<ChatNews>;
  }
}
