const DAY = 24 * 60 * 60 * 1000;

/** Limits of the live chat. Times in milliseconds. */
export const CHAT = {
  /** Characters of one message. */
  textMax: 2000,
  /** Messages of a conversation that come at once; earlier ones are asked for. */
  shown: 100,
  /** Conversations and messages stay this long after the last word. */
  kept: 180 * DAY,
  /** How long the link in a mailed answer leads back. */
  linkLife: 30 * DAY,
  /** A browser says at most this often that somebody is typing. */
  typingEvery: 3000,
  /** How long the other side believes it. */
  typingFor: 6000,
} as const;

/** `waiting`: the visitor spoke last; `open`: we answered; `closed`: done until the visitor writes again. */
export const CHAT_STATES = ['waiting', 'open', 'closed'] as const;
export type ChatState = (typeof CHAT_STATES)[number];

export const CHAT_SIDES = ['visitor', 'staff'] as const;
export type ChatSide = (typeof CHAT_SIDES)[number];

/** Header in which a browser without an account presents what opens its conversation. */
export const CHAT_TOKEN_HEADER = 'x-chat-token';

/** 128 random bits in base64url, as browsers make them before they write for the first time. */
export const CHAT_TOKEN = /^[A-Za-z0-9_-]{22}$/;

const KEY = /(^|[^0-9A-Za-z])([pvr][0-9A-Za-z]{22})(?![0-9A-Za-z])/g;

/** Text without the keys of events and clips: whoever reads along must not be able to open a gift. */
export function withoutKeys(text: string): string {
  // A word of 23 small letters is a word.
  return text.replace(KEY, (whole, before: string, key: string) => (/[0-9A-Z]/.test(key) ? `${before}[key]` : whole));
}

const PLAIN_PIECE = /^[a-z]{1,30}(?:-[a-z]{1,30}){0,6}$/;
/** What follows one of these opens something. */
const OPENS = /^(?:e|token|receipt|activate|reset-password|change-email|sign-in-link|keep-account)$/;

/**
 * Where on the site somebody is, in words that open nothing: `/help/give-it`, but `/e/…` for an event and `…` for whatever
 * else is no plain word. Query and fragment are left out.
 */
export function pageWithoutKeys(path: string): string {
  const kept: string[] = [];
  for (const piece of (path.split(/[?#]/)[0] ?? '').split('/').filter(Boolean).slice(0, 6)) {
    if (!PLAIN_PIECE.test(piece) || OPENS.test(kept.at(-1) ?? '')) return `/${[...kept, '…'].join('/')}`;
    kept.push(piece);
  }
  return `/${kept.join('/')}`;
}

/** Answers that are asked for again and again, to begin from; the text goes into the answer box, not out. */
export const CANNED_ANSWERS = [
  {
    id: 'hello',
    label: 'Hello',
    text: 'Hello, and thank you for writing. I’m having a look at it now and will be right back with you.',
  },
  {
    id: 'more',
    label: 'Ask for more',
    text: 'To help me find it: what did you tap, what did you see then, and which phone or computer are you using?',
  },
  {
    id: 'upload',
    label: 'Upload stopped',
    text: 'Please open the invitation again on the same phone and leave the page open. The upload carries on where it stopped, and nothing arrives twice.',
  },
  {
    id: 'deadline',
    label: 'Too late for a clip',
    text: 'Only the person organising the film can move its deadline. Please ask them: it only takes a moment, and your clip can still get in.',
  },
  {
    id: 'withdraw',
    label: 'Withdraw a clip',
    text: 'Open the receipt page you saw after sending, and press “Withdraw it”. That works until the film is closed.',
  },
  {
    id: 'done',
    label: 'Anything else?',
    text: 'I’m glad it’s working now. Is there anything else? Otherwise I’ll close this. Just write here whenever you need us.',
  },
] as const;

/** Address of the desk, or of one conversation in it, with what is shown beside it. */
export function deskPath(at: { show: string; q: string }, id?: string): string {
  const query = new URLSearchParams();
  if (at.show !== 'all') query.set('show', at.show);
  if (at.q) query.set('q', at.q);
  const path = id ? `/staff/chat/${id}` : '/staff/chat';
  return query.size > 0 ? `${path}?${query}` : path;
}
