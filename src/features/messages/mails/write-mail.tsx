import { renderToStaticMarkup } from 'react-dom/server';
import type { MailTemplate, MailValues } from '../../../shared/mails.ts';
import type { OccasionType } from '../../../shared/occasions.ts';
import { MailFormat } from './format.ts';
import { Layout } from './layout.tsx';
import { type Mail, oneLine } from './mail.ts';
import { mailPaper } from './mail-paper.ts';
import { MAILS } from './templates.ts';

export interface WrittenMail {
  /** A single line, whatever the values contain. */
  subject: string;
  text: string;
  html: string;
}

export interface MailSurroundings {
  /** Origin of the site. */
  origin: string;
  /** Unsubscribe URL; null for mandatory mails. */
  stopUrl: string | null;
  /** Of the event that it is about; null for other mails. */
  occasion: OccasionType | null;
}

/** Renders a mail as HTML and plain text with the same content; values are escaped. Pure. */
export function writeMail<T extends MailTemplate>(
  template: T,
  values: MailValues<T>,
  { origin, stopUrl, occasion }: MailSurroundings,
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
      paper={occasion && mailPaper(occasion)}
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

/** Text parts contain no elements, so only React's escapes must be undone. */
function asText(markup: string): string {
  return markup.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}
