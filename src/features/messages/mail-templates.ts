import type { MAIL_TEMPLATES } from '../../shared/jobs.ts';

export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
}

interface MailWords {
  subject: string;
  /** First line, large. */
  heading: string;
  paragraphs: string[];
  button: { label: string; url: string };
  footer: string;
}

type Values = Record<string, string>;

const TEMPLATES: Record<MailTemplate, (values: Values) => MailWords> = {
  gift: (v) => ({
    subject: `${oneLine(v.from)} and friends have something for you`,
    heading: `Dear ${oneLine(v.firstName)}, this is for you`,
    paragraphs: [
      ...(v.message ? v.message.split('\n') : []),
      'People who are fond of you got together and made you something. It is wrapped, and it waits for you behind this button.',
    ],
    button: { label: 'Unwrap it', url: v.url ?? '' },
    footer: 'This link is yours alone. Whoever has it can open your gift, so keep it to yourself.',
  }),
  'film-ready': (v) => ({
    subject: `The film is ready: ${oneLine(v.title)}`,
    heading: 'The film is ready',
    paragraphs: [`We put “${oneLine(v.title)}” together. Watch it once yourself, then choose when it is given.`],
    button: { label: 'Watch and deliver', url: v.url ?? '' },
    footer: 'You get this because you are making a VidDay.',
  }),
  'film-failed': (v) => ({
    subject: `The film didn’t finish: ${oneLine(v.title)}`,
    heading: 'The film didn’t finish',
    paragraphs: [
      `Something stopped the film of “${oneLine(v.title)}”. Nothing was lost and nothing is charged twice.`,
      'Open it and publish once more. If a clip is the cause, it says so there and can be left out.',
    ],
    button: { label: 'Have a look', url: v.url ?? '' },
    footer: 'You get this because you are making a VidDay.',
  }),
};

/** Writes a mail as plain text and as HTML; every value is text, whatever somebody typed into it. */
export function writeMail(template: MailTemplate, values: Values): WrittenMail {
  const words = TEMPLATES[template](values);
  return { subject: words.subject, text: asText(words), html: asHtml(words) };
}

function asText({ heading, paragraphs, button, footer }: MailWords): string {
  return [heading, ...paragraphs, `${button.label}: ${button.url}`, '--', footer].join('\n\n');
}

function asHtml({ heading, paragraphs, button, footer }: MailWords): string {
  const face = 'font-family:Georgia,serif;color:#38132c';
  const body = 'font:17px/1.55 Helvetica,Arial,sans-serif;color:#38132c';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;background:#fbf2ec"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" style="max-width:34rem;background:#fffdf9;border-top:6px solid #ef5f47" cellpadding="0" cellspacing="0"><tr><td style="padding:32px">
<h1 style="margin:0 0 16px;font-size:28px;line-height:1.15;font-weight:400;${face}">${escapeHtml(heading)}</h1>
${paragraphs.map((each) => `<p style="margin:0 0 16px;${body}">${escapeHtml(each)}</p>`).join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:14px 24px;background:#ef5f47;color:#38132c;font:bold 17px Helvetica,Arial,sans-serif;text-decoration:none;border-radius:6px">${escapeHtml(button.label)}</a></p>
<p style="margin:0;font:14px/1.5 Helvetica,Arial,sans-serif;color:#6b5366">${escapeHtml(footer)}</p>
</td></tr></table></td></tr></table></body></html>`;
}

/** Names go into subjects: no line breaks, no control characters. */
function oneLine(value: string | undefined): string {
  return (value ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

function escapeHtml(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
