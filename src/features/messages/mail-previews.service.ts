import { platform } from '../../platform/platform.ts';
import { EVENT_MAILS, MAIL_TEMPLATES, type MailTemplate } from '../../shared/mails.ts';
import type { OccasionType } from '../../shared/occasions.ts';
import { oneLine } from './mails/mail.ts';
import { MAILS } from './mails/templates.ts';
import { type WrittenMail, writeMail } from './mails/write-mail.tsx';

export interface MailPreview extends WrittenMail {
  template: MailTemplate;
  preheader: string;
}

/** All mails with sample values, for development. @param occasion of those about an event */
export function previewMails(occasion: OccasionType = 'birthday'): MailPreview[] {
  return MAIL_TEMPLATES.map((template) => previewOf(template, occasion));
}

function previewOf<T extends MailTemplate>(template: T, of: OccasionType): MailPreview {
  const mail = MAILS[template];
  const { appOrigin: origin } = platform().config;
  const stopUrl = mail.kind ? `${origin}/mail/unsubscribe/sample` : null;
  const occasion = EVENT_MAILS.has(template) ? of : null;
  const preheader = oneLine(mail.preheader(mail.sample));
  return { template, preheader, ...writeMail(template, mail.sample, { origin, stopUrl, occasion }) };
}
