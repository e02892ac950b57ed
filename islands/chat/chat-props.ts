export interface ChatProps {
  /** A line in the footer, or a round button at the edge of a help page. */
  look: 'line' | 'bubble';
  /** Where the form goes without script. */
  contactHref: string;
  /** Address of the sheet that the open chat needs. */
  sheet: string;
  /** Email of who is signed in; null for anybody else. */
  user: string | null;
}

/** Told on `document` by the open chat, for whatever opens it to show. */
export interface ChatNews {
  unread: number;
  isOpen: boolean;
}

export const CHAT_NEWS = 'vd-chat';
