import { renderToStaticMarkup } from 'react-dom/server';
import type { MailTemplate, MailValues } from '../../../shared/mails.ts';
import { MailFormat } from './format.ts';
import { Layout } from './layout.tsx';
import { type Mail, oneLine } from './mail.ts';
import { MAILS } from './templates.ts';

export interface WrittenMail {
  /** One line, whatever somebody typed into it. */
  subject: string;
  text: string;
  html: string;
}

export interface MailSurroundings {
  /** The site's own origin. */
  origin: string;
  /** Where these mails can be stopped; null for those that can't. */
  stopUrl: string | null;
}

/** Writes a mail as HTML and, in the same words, as plain text; every value is text and nothing else. Pure. */
export function writeMail<T extends MailTemplate>(
  template: T,
  values: MailValues<T>,
  { origin, stopUrl }: MailSurroundings,
): WrittenMail {
  const mail: Mail<T> = MAILS[template];
  const subject = oneLine(mail.subject(values));
  const body = mail.body(values);
  const page = (
    <Layout
      subject={subject}
      preheader={oneLine(mail.preheader(values))}
      reason={mail.reason}
      origin={origin}
      stopUrl={stopUrl}
    >
      {body}
    </Layout>
  );
  const plain = renderToStaticMarkup(<MailFormat value="text">{body}</MailFormat>);
  const foot = ['-- ', mail.reason, ...(stopUrl ? [`Unsubscribe from these emails: ${stopUrl}`] : []), origin];
  return {
    subject,
    text: `${asText(plain).trim()}\n\n${foot.join('\n')}\n`,
    html: `<!doctype html>${renderToStaticMarkup(page)}`,
  };
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/** Parts written as text hold no elements, so all that React did to them is this. */
function asText(markup: string): string {
  return markup.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}
