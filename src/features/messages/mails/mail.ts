import type { ReactNode } from 'react';
import { hasLink } from '../../../platform/mail/links.ts';
import type { MailTemplate, MailValues } from '../../../shared/mails.ts';
import type { Notification } from '../../../shared/notifications.ts';

/**
 * One mail: its words, once, for both its HTML and its plain text. A subject and a preheader stand on locked screens
 * and in lists that others see over a shoulder: they never tell who gets a gift or what it is.
 */
export interface Mail<T extends MailTemplate> {
  subject(values: MailValues<T>): string;
  /** What a list of mails shows behind the subject. */
  preheader(values: MailValues<T>): string;
  /** Of parts (`parts.tsx`) only, which know how to be written as text. */
  body(values: MailValues<T>): ReactNode;
  /** Why the reader gets it. */
  reason: string;
  /** The kind of mail that the reader can do without; null for those that always come. */
  kind: Notification | null;
  /** For the page that shows all mails in development, and for tests. */
  sample: MailValues<T>;
}

const NAME = /^[\p{L}\p{M}'’ -]{1,40}$/u;

/**
 * "Ada, " or nothing. Mails to an address that nobody has confirmed must carry no message of whoever typed it in: what
 * doesn't look like a name is left out.
 */
export function addressed(firstName: string): string {
  const name = oneLine(firstName);
  return isName(name) ? `${name}, ` : '';
}

/** Whether what somebody typed as their name looks like one. */
export function isName(text: string): boolean {
  return NAME.test(text) && !/www|http/i.test(text);
}

/** A title in a mail; one that a mail program would make a link of is left out, as the address may be a stranger's. */
export function titleWords(title: string): string {
  return hasLink(title) ? 'your VidDay' : `“${oneLine(title)}”`;
}

/** A name in a mail, or other words where it holds a link. */
export function nameOr(name: string, otherwise: string): string {
  const line = oneLine(name, 60);
  return line === '' || hasLink(line) ? otherwise : line;
}

/** A value in digits as a number. */
export function amount(digits: string): number {
  return /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
}

/** Without line breaks, control characters and marks that turn the direction of writing; at most `max` characters. */
export function oneLine(text: string, max = 150): string {
  const line = text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
}

/** A sentence begins with a capital, whether a name stands before it or not. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
