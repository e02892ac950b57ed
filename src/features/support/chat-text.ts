import LinkifyIt from 'linkify-it';
import type * as z from 'zod';
import { AppError } from '../../platform/errors.ts';
import { withoutKeys } from '../../shared/chat.ts';
import type { chatPart } from '../../shared/contracts/chat.ts';

type Part = z.infer<typeof chatPart>;

const links = new LinkifyIt().add('ftp:', null).add('//', null);
const SAFE = new Set(['http:', 'https:', 'mailto:']);

/** Text of a message without keys. FIELDS_REFUSED if nothing is left. */
export function storedText(text: string): string {
  const stored = withoutKeys(text).trim();
  if (stored) return stored;
  const words = 'What would you like to say?';
  throw new AppError('FIELDS_REFUSED', { message: 'Please write something.', fields: { text: words } });
}

/** Splits a message into text and safe links. Never HTML. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { index, lastIndex, url } of links.match(text) ?? []) {
    const href = safeAddress(url);
    if (!href) continue;
    if (index > at) parts.push({ text: text.slice(at, index), href: null });
    parts.push({ text: text.slice(index, lastIndex), href });
    at = lastIndex;
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null });
  return parts;
}

function safeAddress(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, href } = new URL(url);
  // `https://bank.example@evil.example` looks like one site and leads to another.
  return SAFE.has(protocol) && !username && !password ? href : null;
}

/** Maximum characters in a mail; the conversation has the rest. */
const MAIL_MAX = 3500;

/** A message shortened for a mail. */
export function excerpt(text: string): string {
  return text.length > MAIL_MAX ? `${text.slice(0, MAIL_MAX).trimEnd()} …` : text;
}
