import { platform } from '../../platform/platform.ts';
import { MAIL_TEMPLATES, type MailTemplate } from '../../shared/mails.ts';
import { oneLine } from './mails/mail.ts';
import { MAILS } from './mails/templates.ts';
import { type WrittenMail, writeMail } from './mails/write-mail.tsx';

export interface MailPreview extends WrittenMail {
  template: MailTemplate;
  preheader: string;
}

/** All mails with sample values, for development. */
export function previewMails(): MailPreview[] {
  return MAIL_TEMPLATES.map(previewOf);
}

function previewOf<T extends MailTemplate>(template: T): MailPreview {
  const mail = MAILS[template];
  const { appOrigin: origin } = platform().config;
  const stopUrl = mail.kind ? `${origin}/mail/unsubscribe/sample` : null;
  const preheader = oneLine(mail.preheader(mail.sample));
  return { template, preheader, ...writeMail(template, mail.sample, { origin, stopUrl }) };
}
