import type { ReactNode } from 'react';
import { hasLink } from '../../../platform/mail/links.ts';
import type { MailTemplate, MailValues } from '../../../shared/mails.ts';
import type { Notification } from '../../../shared/notifications.ts';

/**
 * A mail, written once for HTML and plain text. Subject and preheader appear on lock screens, so they must not reveal
 * the recipient or the gift.
 */
export interface Mail<T extends MailTemplate> {
  subject(values: MailValues<T>): string;
  /** Preview text after the subject. */
  preheader(values: MailValues<T>): string;
  /** Built from `parts.tsx`, which can be rendered as text. */
  body(values: MailValues<T>): ReactNode;
  /** Why the reader gets it. */
  reason: string;
  /** Kind for unsubscribing; null for mandatory mails. */
  kind: Notification | null;
  /** Sample values for the preview page and tests. */
  sample: MailValues<T>;
}

const NAME = /^[\p{L}\p{M}'’ -]{1,40}$/u;

/**
 * "Ada, " or nothing. Mails to unconfirmed addresses must not carry messages of the person who entered them, so
 * implausible names are left out.
 */
export function addressed(firstName: string): string {
  const name = oneLine(firstName);
  return isName(name) ? `${name}, ` : '';
}

/** Whether user input looks like a name. */
export function isName(text: string): boolean {
  return NAME.test(text) && !/www|http/i.test(text);
}

/** A title for a mail; omitted if mail programs would link part of it, as the address may be a stranger's. */
export function titleWords(title: string): string {
  return hasLink(title) ? 'your VidDay' : `“${oneLine(title)}”`;
}

/** A name for a mail, or a fallback if it contains a link. */
export function nameOr(name: string, otherwise: string): string {
  const line = oneLine(name, 60);
  return line === '' || hasLink(line) ? otherwise : line;
}

/** Parses a value in digits. */
export function amount(digits: string): number {
  return /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
}

/** Removes line breaks, control characters and direction marks; at most `max` characters. */
export function oneLine(text: string, max = 150): string {
  const line = text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
}

/** Capitalises the first letter of a sentence. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
