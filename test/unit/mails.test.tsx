import { expect } from 'chai';
import { MAILS } from '../../src/features/messages/mails/templates.ts';
import { type WrittenMail, writeMail } from '../../src/features/messages/mails/write-mail.tsx';
import {
  EVENT_MAILS,
  MAIL_TEMPLATES,
  type MailTemplate,
  type MailValues,
  mailJobData,
} from '../../src/shared/mails.ts';

const ORIGIN = 'https://vidday.example';
const STOP = 'https://vidday.example/mail/unsubscribe/abc';
/** Words that would give a gift away on a locked phone. */
const GIVES_AWAY = /\b(?:film|video|clip|surprise|birthday|ruth)/i;

const STOPPABLE: MailTemplate[] = [
  'film-ready',
  'film-failed',
  'clips-arrived',
  'deadline-near',
  'receipt',
  'gift',
  'gift-waits',
  'thank-prompt',
  'thanks',
  'thanked',
  'news',
  'broadcast',
  'invitation',
  'organising',
];

/** Elements and styles that mail programs of the last fifteen years all know. */
const SAFE_ELEMENTS = /^(?:html|head|meta|title|style|body|div|table|tbody|tr|td|h1|p|a|br)$/;
const SAFE_STYLES =
  /^(?:margin|padding|color|background-color|background-image|background-size|border-radius|border-bottom|font-family|font-size|font-weight|line-height|text-decoration|display|width|max-width|max-height|height|overflow|overflow-wrap|word-break|vertical-align)$/;

const sampleOf = <T extends MailTemplate>(template: T): MailValues<T> => MAILS[template].sample;
const write = <T extends MailTemplate>(template: T, values: MailValues<T> = sampleOf(template)): WrittenMail =>
  writeMail(template, values, {
    origin: ORIGIN,
    stopUrl: MAILS[template].kind && STOP,
    occasion: EVENT_MAILS.has(template) ? 'birthday' : null,
  });

/** The words of a mail's HTML as a person sees them, without what is hidden and without the preheader. */
function wordsOf(html: string): string {
  return html
    .replace(/<head>.*<\/head>|<div[^>]*display:none.*?<\/div>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
}

describe('mails', () => {
  for (const template of MAIL_TEMPLATES) {
    describe(template, () => {
      const mail = write(template);

      it('has a subject and a preheader of one line each', () => {
        expect(mail.subject).to.match(/^\P{Cc}{8,78}$/u);
        const preheader = /<div[^>]*display:none[^>]*>([^<]+)/
          .exec(mail.html)?.[1]
          ?.replace(/[\u034f\u200c\u00a0]+$/, '');
        expect(preheader).to.match(/^\P{Cc}{15,110}$/u);
      });

      it('says the same in HTML and plain text', () => {
        const shown = wordsOf(mail.html);
        const [body = '', foot = ''] = mail.text.split('\n-- \n');
        for (const paragraph of [...body.split('\n'), ...foot.split('\n')]) {
          const words = paragraph
            .replace(/^> /, '')
            .replace(/^Unsubscribe from these emails: .*|:$|^https:\S+$/, '')
            .replace(/^(Device|When|Where it is now): /, '$1 ')
            .trim();
          expect(shown).to.include(words);
        }
      });

      it('uses only HTML that mail programs support, and loads nothing', () => {
        const elements = [...mail.html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name = '']) => name);
        expect(elements.filter((name) => !SAFE_ELEMENTS.test(name))).to.deep.equal([]);
        const styles = [...mail.html.matchAll(/style="([^"]*)"/g)].flatMap(([, style = '']) =>
          style.replaceAll('&#x27;', '').split(';'),
        );
        const names = styles.map((style) => style.split(':')[0] ?? '').filter(Boolean);
        expect([...new Set(names)].filter((name) => !SAFE_STYLES.test(name))).to.deep.equal([]);
        expect(mail.html).not.to.match(/\b(?:src|srcset|background|on\w+)=|url\(|@import|@font-face|<link/i);
        // Gmail cuts off what is longer than 102 KB.
        expect(mail.html.length).to.be.below(20_000);
      });

      it('links only to its own page, the site and its unsubscribe page', () => {
        const { sample } = MAILS[template];
        const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
        const known = [ORIGIN, STOP, ...('url' in sample ? [sample.url] : [])];
        expect(links.filter((href) => !known.includes(href ?? ''))).to.deep.equal([]);
        if ('url' in sample) expect(mail.text).to.include(`\n${sample.url}\n`);
      });

      it('has an unsubscribe link, except for security mails and one-off mails', () => {
        const isStoppable = STOPPABLE.includes(template);
        expect(mail.text.includes(STOP)).to.equal(isStoppable);
        expect(mail.html.includes(STOP)).to.equal(isStoppable);
      });

      it('spoils nothing of the gift in subject and preheader', () => {
        const { preheader, subject } = MAILS[template];
        // A subject may name the sender, never the gift or its recipient.
        for (const words of [subject, preheader] as ((values: unknown) => string)[]) {
          expect(words(sampleOf(template))).not.to.match(GIVES_AWAY);
        }
      });

      it('escapes whatever somebody typed', () => {
        const nasty = '<b>Bobby</b> & "Co" <script>alert(1)</script>\r\nBcc: all@example.com';
        const url = 'https://vidday.example/x?a=1&b=2';
        const values = Object.fromEntries(
          Object.keys(sampleOf(template)).map((name) => [name, name === 'url' ? url : nasty]),
        );
        const parsed = mailJobData.parse({ key: 'k', to: 'a@example.com', template, values });
        const written = writeMail(parsed.template, parsed.values, { origin: ORIGIN, stopUrl: null, occasion: null });
        expect(written.subject).not.to.match(/[\p{Cc}\u2028\u2029]/u);
        expect(written.html).not.to.match(/<script|<b>/);
        expect(written.text).not.to.match(/^Bcc:/m);
        expect(written.text).not.to.match(/&(?:amp|lt|gt|quot|#x27);/);
        if ('url' in values) expect(written.text).to.include(url);
      });
    });
  }

  it('greet by a plausible name, and never repeat an advertisement', () => {
    const url = 'https://vidday.example/auth/activate/x';
    expect(write('verify', { firstName: 'Zoë', url }).text).to.match(/^Zoë, is this/);
    for (const firstName of ['', 'Win at evil.example', 'http://evil.example', 'you won 100€!!!', 'a'.repeat(60)]) {
      expect(write('verify', { firstName, url }).text).to.match(/^Is this your address\?/);
      expect(write('receipt', { ...sampleOf('receipt'), firstName }).text).to.match(/^Your clip is in!/);
    }
  });

  it('name senders with plausible names, and count the others', () => {
    const sent = (names: string, people: string) =>
      write('clips-arrived', { ...sampleOf('clips-arrived'), names, people }).text.split('\n')[2];
    expect(sent('Anna\nhttp://evil.example\nBen', '3')).to.match(/^Anna, Ben and 1 other sent 5 clips for/);
    expect(sent('Anna', '1')).to.match(/^Anna sent 5 clips for/);
    expect(sent('www.evil.example', '1')).to.match(/^Someone sent 5 clips for/);
    expect(sent('', '12')).to.match(/^12 people sent 5 clips for/);
    expect(sent('A\nB\nC\nD\nE\nF\nG\nH', '30')).to.match(/^A, B, C, D, E, F and 24 others sent/);
  });

  it('remind with the current count and the days left', () => {
    const sample = sampleOf('deadline-near');
    const textOf = (days: string, clips: string) => write('deadline-near', { ...sample, days, clips }).text;
    expect(textOf('3', '12')).to.match(/^3 days left\n[\s\S]*12 clips from 9 people\.[\s\S]*Someone missing\?/);
    expect(textOf('3', '0')).to.match(/Nobody has sent one so far\.[\s\S]*Send your link around again/);
    expect(textOf('0', '12')).to.match(/^Today is the last day\n[\s\S]*publish the film/);
  });

  it('ask guests to keep the secret until their clip is in, and only then', () => {
    const textOf = (kind: string) => write('invitation', { ...sampleOf('invitation'), kind }).text;
    expect(textOf('reminder')).to.match(/Not a word to Ruth![\s\S]*stop once your clip is in/);
    expect(textOf('thanks')).not.to.match(/not a word|once your clip is in/i);
  });

  it('never contain a name or title that mail programs would link', () => {
    for (const link of ['win.click', 'www.win.example', 'https://win.example', 'Win at win\u2024xyz']) {
      const gift = write('gift', { ...sampleOf('gift'), from: link, firstName: link });
      expect(gift.subject).to.equal('Your friends have something for you');
      expect(gift.text)
        .to.match(/^This is for you/)
        .and.not.include(link);
      for (const template of ['film-ready', 'film-failed', 'clips-arrived', 'deadline-near'] as const) {
        const { text } = write(template, { ...sampleOf(template), title: link } as never);
        expect(text).to.include('your VidDay').and.not.include(link);
      }
    }
    expect(write('gift', { ...sampleOf('gift'), from: 'Dr. Zoë O’Hara & Ben' }).subject).to.match(
      /^Dr. Zoë O’Hara & Ben and/,
    );
  });

  it('keep the subject short and its direction safe, whatever a name holds', () => {
    const values = { ...sampleOf('gift'), from: `\u202e${'Ines '.repeat(60)}` };
    const { subject } = write('gift', values);
    expect(subject.length).to.be.below(120);
    expect(subject).not.to.match(/[\u202a-\u202e]/);
  });

  it('refuse unknown values and invalid links', () => {
    const mail = { key: 'k', to: 'a@example.com', template: 'verify' };
    for (const url of ['javascript:alert(1)', '/auth/activate/x', '']) {
      expect(mailJobData.safeParse({ ...mail, values: { firstName: '', url } }).success).to.equal(false);
    }
    expect(mailJobData.safeParse({ ...mail, values: { url: 'https://vidday.example' } }).success).to.equal(false);
  });
});
