import * as z from 'zod';
import { OCCASION_TYPES } from './occasions.ts';

/** User input, or a URL of the app. */
const words = z.string().max(4000);
const url = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/\S+$/, 'This is not a link.');
const firstName = z.string().max(200);

/** Of a mail to one address. */
const envelope = {
  /** Deduplication key: a mail with the same key is sent once. */
  key: z.string().max(200),
  to: z.string().max(254),
  /** Reply-To. Default: the app's address. */
  replyTo: z.string().max(254).optional(),
  /** User who caused the mail, whose mails the recipient can stop. */
  sender: z.string().max(64).optional(),
  /** When it is of no use any more, such as a link that has expired, in milliseconds. Default: never. */
  until: z.number().optional(),
  /** Not sent if this user has seen the news of it by then. */
  unlessSeen: z.object({ userId: z.string(), eventId: z.string(), type: z.string() }).optional(),
};

/** A mail in the site's own colours. */
function mail<const T extends string, S extends z.ZodRawShape>(template: T, values: S) {
  return z.object({ ...envelope, template: z.literal(template), values: z.object(values) });
}

/** A mail about an event, in the paper of its occasion. */
function eventMail<const T extends string, S extends z.ZodRawShape>(template: T, values: S) {
  return mail(template, values).extend({
    /** Null in jobs of earlier versions: the site's own colours. */
    occasion: z.enum(OCCASION_TYPES).nullable().default(null),
  });
}

/**
 * All mails with their values. Values are plain text, as users typed them; times are formatted, in the reader's zone if
 * known; `firstName` may be empty.
 */
export const mailJobData = z.discriminatedUnion('template', [
  /** `eventId`: its makers are notified when the mail can't be delivered. */
  eventMail('gift', {
    eventId: words.optional(),
    firstName,
    from: words,
    occasion: words,
    title: words,
    message: words,
    url,
  }),
  /** For a recipient who has not opened the gift. `from` may be empty. */
  mail('gift-waits', { firstName, from: words, url }),
  /** For a recipient who has opened it: `turn`: `hour` or `day` after that; `tone`: `quiet` or `warm`. */
  eventMail('thank-prompt', { firstName, turn: words, tone: words, url }),
  /** For the person who asked to pack a keepsake. */
  eventMail('keepsake-ready', { firstName, url }),
  /**
   * For a guest. `from` may be empty; `recipients`: first names, one a line; `kind`: as in `GROUP_MAILS`; `state`: `none`,
   * `started`, `failed` or `sent`; `subject`, `message` and `until` may be empty; `rsvpId`: the board learns if it comes back.
   */
  eventMail('invitation', {
    rsvpId: words,
    firstName,
    from: words,
    recipients: words,
    kind: words,
    subject: words.default(''),
    state: words,
    message: words,
    until: words,
    tone: words,
    url,
  }),
  /** A link to organise an event with `from`, which may be empty; `recipients`: first names, one a line. */
  eventMail('organising', { from: words, recipients: words, tone: words, url }),
  /** For an event's makers: its recipient opened the public page and saw nothing. `firstName`: the recipient's. */
  eventMail('recipient-visit', { firstName, url }),
  eventMail('film-ready', { title: words, url }),
  eventMail('film-failed', { title: words, url }),
  /** `what`: full sentences about the payment. */
  eventMail('payment-note', { title: words, what: words, url }),
  /** For the creator of a gift that did not reach everybody. `what`: full sentences. */
  eventMail('not-reached', { title: words, what: words, url }),
  /**
   * For a buyer: `lines` of what was paid, name and price by a tab; `total`; `card`: its last digits, or empty; `hasFilm`:
   * `yes`, or empty without a film and in jobs of earlier versions.
   */
  mail('order-receipt', { lines: words, total: words, card: words, hasFilm: words.default(''), url }),
  /** For somebody who gave money or trees. `what`: full sentences about it. */
  eventMail('present-note', { firstName, what: words, url }),
  /** About something that is made and posted: `what`: full sentences; `tracking`: a URL, or empty. */
  eventMail('parcel', { title: words, what: words, tracking: words, url }),
  /** `what`: full sentences about the membership; `label`: of the button. */
  mail('membership', { firstName, what: words, label: words, url }),
  /**
   * `names`: first names, one a line; numbers in digits. `total` includes earlier clips; `waiting`: new clips that
   * arrived after publishing.
   */
  eventMail('clips-arrived', {
    title: words,
    clips: words,
    people: words,
    names: words,
    total: words,
    waiting: words.default('0'),
    url,
  }),
  /** `until`: deadline; `days`: days left, 0 on the last. Numbers in digits. */
  eventMail('deadline-near', { title: words, until: words, days: words, clips: words, people: words, url }),
  /** For a creator: their event is archived in `days`, in digits. */
  eventMail('archive-soon', { title: words, days: words, url }),
  /**
   * For a contributor who left an address: the link of their clip. `tone`: `quiet` or `warm`, by occasion; `code` and
   * `off`: a promo code that they earn and what it gives, or empty.
   */
  eventMail('receipt', { firstName, tone: words, url, code: words.default(''), off: words.default('') }),
  /**
   * For a contributor: the recipient has thanked them. `from`: names, one a line; `kind`: `heart`, `note` or `video`.
   */
  eventMail('thanks', { firstName, from: words, kind: words, tone: words, url }),
  /** For the organiser: the recipient has thanked everyone. `from`, `kind` and `tone` as in `thanks`. */
  eventMail('thanked', { from: words, kind: words, tone: words, url }),
  /** For a creator: staff closed their event, or opened it again: `isOpen` is `yes` or empty. `why`: full sentences. */
  eventMail('suspension', { title: words, why: words, isOpen: words, url }),
  /** Staff gave an event to another account: for its former creator, or for the new one with `isYours` `yes`. */
  eventMail('event-transferred', { title: words, isYours: words, url }),
  /** For a user: staff closed their account, or opened it again: `isOpen` is `yes` or empty. `why`: full sentences. */
  mail('account-suspended', { firstName, why: words, isOpen: words, url }),
  /** For a user who has not seen them: lines of news, `title` and `text` by a tab; `more`: how many are left out. */
  mail('news', { lines: words, more: words, url }),
  /** From staff to all accounts of an audience. `broadcastId`: empty for a trial. */
  mail('broadcast', { broadcastId: words, subject: words, message: words }),
  mail('verify', { firstName, url }),
  mail('reset', { firstName, url }),
  mail('change-email-old', { firstName, newEmail: words, url }),
  mail('change-email-new', { firstName, url }),
  /** Sent to the previous address. */
  mail('email-changed', { firstName, newEmail: words }),
  /** `more`: full sentences about other changes; may be empty. */
  mail('password-changed', { firstName, more: words.default(''), url }),
  mail('new-device', { firstName, device: words, when: words, url }),
  mail('sign-in-link', { firstName, url }),
  mail('deletion', { firstName, until: words, url }),
  /** `what`: a full sentence, such as "A passkey was added." */
  mail('second-factor-changed', { firstName, what: words, url }),
  /** For a visitor who asked in the chat and has left. */
  mail('chat-answer', { message: words, url }),
  /** For support: an unread chat message. `from`, `email` and `page` may be empty. */
  mail('chat-waiting', { from: words, email: words, page: words, message: words, url }),
]);

export type MailJobData = z.infer<typeof mailJobData>;
export type MailTemplate = MailJobData['template'];
export type MailValues<T extends MailTemplate> = Extract<MailJobData, { template: T }>['values'];

/** Of mails that are not about an event. */
export type AccountTemplate = Exclude<MailTemplate, Extract<MailJobData, { occasion: unknown }>['template']>;

export const MAIL_TEMPLATES: readonly MailTemplate[] = mailJobData.options.map(({ shape }) => shape.template.value);

/** Those that are about an event. */
export const EVENT_MAILS: ReadonlySet<MailTemplate> = new Set(
  mailJobData.options.filter(({ shape }) => 'occasion' in shape).map(({ shape }) => shape.template.value),
);
