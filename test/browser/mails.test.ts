import { expect } from 'chai';
import { MAILS } from '../../src/features/messages/mails/templates.ts';
import { writeMail } from '../../src/features/messages/mails/write-mail.tsx';
import { EVENT_MAILS, MAIL_TEMPLATES, type MailTemplate } from '../../src/shared/mails.ts';
import { startBrowser, type TestBrowser, type WatchedPage } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';

/** A mail is shown inside of a mail program, which has the landmarks. */
const OF_THE_PROGRAM = /: (?:landmark-one-main|region) /;

function htmlOf<T extends MailTemplate>(template: T): string {
  const { sample, kind } = MAILS[template];
  const origin = 'https://vidday.example';
  const occasion = EVENT_MAILS.has(template) ? 'birthday' : null;
  return writeMail(template, sample, { origin, stopUrl: kind && `${origin}/mail/unsubscribe/sample`, occasion }).html;
}

describe('mails in a browser engine', function () {
  this.timeout(600_000);
  let browser: TestBrowser;
  let open: WatchedPage;

  before(async () => {
    browser = await startBrowser();
    open = await browser.open();
    // Switching the device type would reload the page without its content.
    await open.page.setViewport({ width: 360, height: 740 });
  });
  after(() => browser.close());

  for (const template of MAIL_TEMPLATES) {
    it(`${template}: has no violations, phone and desktop, light and dark, and loads nothing`, async () => {
      await open.page.setContent(htmlOf(template));
      expect((await lookOver(open.page)).filter((wrong) => !OF_THE_PROGRAM.test(wrong))).to.deep.equal([]);
      expect(open.requests.filter((address) => /^https?:/.test(address))).to.deep.equal([]);
    });
  }
});
