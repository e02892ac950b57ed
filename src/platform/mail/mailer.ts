import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { isHeaderText, isMailAddress } from '../mail-address.ts';

export interface Attachment {
  name: string;
  type: string;
  content: Uint8Array;
  /** With this, the HTML refers to it as `cid:ID`. */
  cid?: string;
}

export interface MailMessage {
  /** A single plain address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Default: the sender. */
  replyTo?: string;
  headers?: Record<string, string>;
  attachments?: Attachment[];
  /** The same key gives the same Message-ID, so that mail programs hide duplicates. */
  key?: string;
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail. Throws FIELDS_REFUSED for a permanent failure of this mail or
   * address, PROVIDER_DOWN for a temporary one.
   */
  send(message: MailMessage): Promise<{ messageId: string }>;
  /** Throws PROVIDER_DOWN when the mail server is unreachable or refuses our credentials. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Sends mail through one SMTP server, one recipient a mail. */
export function createMailer(config: { smtpUrl: string; mailFrom: string }, log: Log): Mailer {
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Never let content make the mailer read a file or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s<>@]+)>?$/.exec(config.mailFrom)?.[1] ?? 'localhost';

  return {
    async send(message) {
      refuseUnsafe(message);
      const messageId =
        message.key && `<${createHash('sha256').update(message.key).digest('hex').slice(0, 40)}@${domain}>`;
      try {
        const sent = await transport.sendMail({
          from: config.mailFrom,
          to: { name: '', address: message.to },
          replyTo: message.replyTo,
          subject: message.subject,
          text: message.text,
          html: message.html,
          messageId: messageId || undefined,
          // Suppresses automatic replies.
          headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
          attachments: message.attachments?.map(({ name, type, content, cid }) => ({
            filename: name,
            contentType: type,
            content: Buffer.from(content),
            cid,
          })),
        });
        log.info({ messageId: sent.messageId }, 'a mail was sent');
        return { messageId: sent.messageId };
      } catch (error) {
        throw toAppError(error);
      }
    },
    async check() {
      try {
        await transport.verify();
      } catch (error) {
        throw toAppError(error);
      }
    },
    async close() {
      transport.close();
    },
  };
}

function refuseUnsafe(message: MailMessage): void {
  const fields: Record<string, string> = {};
  const noAddress = 'This is not an email address we can send to';
  if (!isMailAddress(message.to)) fields.to = noAddress;
  if (message.replyTo !== undefined && !isMailAddress(message.replyTo)) fields.replyTo = noAddress;
  if (!isHeaderText(message.subject)) fields.subject = 'A subject has one line';
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name) || !isHeaderText(value)) fields.headers = 'A header has one line';
  }
  for (const { name, type, cid = '' } of message.attachments ?? []) {
    if (![name, type, cid].every(isHeaderText)) fields.attachments = 'The name of an attachment has one line';
  }
  if (Object.keys(fields).length > 0) {
    throw new AppError('FIELDS_REFUSED', { message: Object.values(fields).join('. '), fields });
  }
}

/** 5xx is permanent, unless it is about our credentials, our greeting or us as the sender. */
function toAppError(cause: unknown): AppError {
  const { responseCode, code, command }: { responseCode?: unknown; code?: unknown; command?: unknown } = Object(cause);
  const isAboutMail = (code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE';
  const forGood = typeof responseCode === 'number' && responseCode >= 500 && isAboutMail;
  return forGood
    ? new AppError('FIELDS_REFUSED', { message: 'The mail server refuses this address or mail', cause })
    : new AppError('PROVIDER_DOWN', { message: 'The mail server can not be reached. We try again later.', cause });
}
