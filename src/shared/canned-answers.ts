/** Saved replies, at most. */
export const CANNED_MAX = 100;

/** What is typed after a slash. */
export const CANNED_WORD = /^[a-z0-9][a-z0-9-]{0,19}$/;

/** Replies that every desk begins with; staff change and delete them. */
export const FIRST_CANNED_ANSWERS = [
  {
    word: 'hello',
    label: 'Hello',
    text: 'Hello, and thank you for writing. I’m having a look at it now and will be right back with you.',
  },
  {
    word: 'more',
    label: 'Ask for more',
    text: 'To help me find it: what did you tap, what did you see then, and which phone or computer are you using?',
  },
  {
    word: 'upload',
    label: 'Upload stopped',
    text: 'Please open the invitation again on the same phone and leave the page open. The upload carries on where it stopped, and nothing arrives twice.',
  },
  {
    word: 'deadline',
    label: 'Too late for a clip',
    text: 'Only the person organising the film can move its deadline. Please ask them: it only takes a moment, and your clip can still get in.',
  },
  {
    word: 'withdraw',
    label: 'Withdraw a clip',
    text: 'Open the receipt page you saw after sending, and press “Withdraw it”. That works until the film is closed.',
  },
  {
    word: 'done',
    label: 'Anything else?',
    text: 'I’m glad it’s working now. Is there anything else? Otherwise I’ll close this. Just write here whenever you need us.',
  },
] as const;

/**
 * Puts a reply in place of its word: "/hello " at the end of a text, once the word is complete. Pure.
 * @returns the same text if there is no such word
 */
export function withCanned(text: string, answers: readonly { word: string; text: string }[]): string {
  const [typed, before = '', word] = /(^|\s)\/([a-z0-9-]{1,20})[ \n]$/i.exec(text) ?? [];
  const answer = word && answers.find((each) => each.word === word.toLowerCase());
  return typed !== undefined && answer ? `${text.slice(0, -typed.length)}${before}${answer.text}` : text;
}
