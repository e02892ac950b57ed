import * as z from 'zod';

/** What somebody may have typed, or an address that we made. */
const words = z.string().max(4000);
const url = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/\S+$/, 'This is not a link.');
const firstName = z.string().max(200);

/** One mail to one address. */
function mail<const T extends string, S extends z.ZodRawShape>(template: T, values: S) {
  return z.object({
    /** What the mail is about: the same key is sent once. */
    key: z.string().max(200),
    to: z.string().max(254),
    /** Where answers go; to us unless told. */
    replyTo: z.string().max(254).optional(),
    /** Whose events it is for, where others caused it: its receiver can stop all mails of one. */
    sender: z.string().max(64).optional(),
    template: z.literal(template),
    values: z.object(values),
  });
}

/**
 * Every mail there is, with what is told in it. All values are plain text, whatever somebody typed into them; times come
 * in words, in the reader's zone where it is known; `firstName` may be empty.
 */
export const mailJobData = z.discriminatedUnion('template', [
  /** `eventId`: whose makers read that the address took no mail. */
  mail('gift', {
    eventId: words.optional(),
    firstName,
    from: words,
    occasion: words,
    title: words,
    message: words,
    url,
  }),
  mail('film-ready', { title: words, url }),
  mail('film-failed', { title: words, url }),
  /** `what`: whole sentences on what happened to a payment. */
  mail('payment-note', { title: words, what: words, url }),
  /**
   * `names`: first names as their owners typed them, one a line; numbers are in digits. `total` counts what came before, too;
   * `waiting` those of the new ones that came after the film was published.
   */
  mail('clips-arrived', {
    title: words,
    clips: words,
    people: words,
    names: words,
    total: words,
    waiting: words.default('0'),
    url,
  }),
  /** Until when clips can be sent; `days` is how many are left, 0 on the last one. Numbers are in digits. */
  mail('deadline-near', { title: words, until: words, days: words, clips: words, people: words, url }),
  /** To who sent a clip and left an address: the link of that clip. `tone` is the occasion’s, `quiet` or `warm`. */
  mail('receipt', { firstName, tone: words, url }),
  /** To who sent a clip: the recipient has thanked them. `from`: names, one a line; `kind`: `heart`, `note` or `video`. */
  mail('thanks', { firstName, from: words, kind: words, tone: words, url }),
  /** To the organiser: the recipient has thanked everybody; `from`, `kind` and `tone` as in `thanks`. */
  mail('thanked', { from: words, kind: words, tone: words, url }),
  mail('verify', { firstName, url }),
  mail('reset', { firstName, url }),
  mail('change-email-old', { firstName, newEmail: words, url }),
  mail('change-email-new', { firstName, url }),
  /** To the address that was replaced. */
  mail('email-changed', { firstName, newEmail: words }),
  /** `more`: whole sentences on what else has changed; may be empty. */
  mail('password-changed', { firstName, more: words.default(''), url }),
  mail('new-device', { firstName, device: words, when: words, url }),
  mail('sign-in-link', { firstName, url }),
  mail('deletion', { firstName, until: words, url }),
  /** `what` is a whole sentence, such as "A passkey was added." */
  mail('second-factor-changed', { firstName, what: words, url }),
  /** To a visitor who asked in the chat and has left the page. */
  mail('chat-answer', { message: words, url }),
  /** To us: what a visitor wrote and nobody has read. `from`, `email` and `page` may be empty. */
  mail('chat-waiting', { from: words, email: words, page: words, message: words, url }),
]);

export type MailJobData = z.infer<typeof mailJobData>;
export type MailTemplate = MailJobData['template'];
export type MailValues<T extends MailTemplate> = Extract<MailJobData, { template: T }>['values'];

export const MAIL_TEMPLATES: readonly MailTemplate[] = mailJobData.options.map(({ shape }) => shape.template.value);
