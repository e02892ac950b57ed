import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { SMTPServer } from 'smtp-server';
import { listSandboxMails } from '../../src/integrations/sandbox/smtp-outbox.ts';
import { startMailer } from '../../src/integrations/smtp.ts';
import { AppError } from '../../src/platform/errors.ts';
import { createMailer, type Mailer, type MailMessage } from '../../src/platform/mail/mailer.ts';
import { isMailAddress } from '../../src/platform/mail-address.ts';
import { testLog } from '../helpers/app-config.ts';
import { useDatabase } from '../helpers/database.ts';

async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It was not refused');
}

describe('isMailAddress', () => {
  it('accepts plain addresses', () => {
    for (const text of ['a@b.de', 'ann.lee+vid@mail.example.co.uk', "o'neil@x-y.example", `${'a'.repeat(64)}@b.de`]) {
      expect(isMailAddress(text), text).to.equal(true);
    }
  });

  it('refuses addresses that servers read differently', () => {
    const bad = [
      '',
      'a',
      'a@b',
      '@b.de',
      'a@',
      '"a b"@c.de',
      '"a@evil.de"@c.de',
      'a@b.de\r\nBcc: c@d.de',
      'a@b.de,c@d.de',
    ];
    const worse = [
      'Ann <a@b.de>',
      'a(x)@b.de',
      'a..b@c.de',
      '.a@b.de',
      'a@-b.de',
      'a@b..de',
      'a@[127.0.0.1]',
      'a@127.0.0.1',
    ];
    for (const text of [...bad, ...worse, 'a@b.de\n', ' a@b.de', 'a@b.d\u0000e', `${'a'.repeat(65)}@b.de`, 'ä@b.de']) {
      expect(isMailAddress(text), JSON.stringify(text)).to.equal(false);
    }
  });
});

describe('the mailer without a mail server', () => {
  const db = useDatabase();
  let mailer: Mailer;
  const mail = (more: Partial<MailMessage> = {}): MailMessage => ({
    to: 'ruth@example.com',
    subject: 'A gift — für Ruth 🎁, with a subject long enough to be folded over more than one line of the header',
    text: 'Dear Ruth,\n.\nä line that begins with a dot above, and = signs=3D.\n',
    html: `<p>Dear Ruth, ${'long '.repeat(50)}</p>`,
    ...more,
  });
  const arrived = (to: string) => listSandboxMails(db(), { to });

  before(async () => {
    mailer = await startMailer(
      { env: 'test', smtpUrl: null, mailFrom: 'VidDay <hello@vidday.example>' },
      db(),
      testLog(),
    );
  });
  after(() => mailer.close());

  it('stores a mail as written', async () => {
    const content = Buffer.from([0, 255, 13, 10, 46, 13, 10, 1]);
    const attachments = [{ name: 'Größe "1".bin', type: 'application/octet-stream', content }];
    await mailer.send(
      mail({ to: 'whole@example.com', headers: { 'List-Unsubscribe': '<https://x.example/u>' }, attachments }),
    );
    const [kept] = await arrived('whole@example.com');
    expect(kept?.subject).to.equal(mail().subject);
    expect(kept?.text.replaceAll('\r\n', '\n').trim()).to.equal(mail().text.trim());
    expect(kept?.html.trim()).to.equal(mail().html);
    expect(kept?.from).to.equal('hello@vidday.example');
    expect(kept?.headers).to.include({
      'list-unsubscribe': '<https://x.example/u>',
      'auto-submitted': 'auto-generated',
    });
    expect(kept?.attachments).to.deep.equal([
      { name: 'Größe "1".bin', type: 'application/octet-stream', bytes: 8, cid: null },
    ]);
  });

  it('gives mails with the same key the same Message-ID', async () => {
    const first = await mailer.send(mail({ to: 'again@example.com', key: 'gift:1' }));
    const second = await mailer.send(mail({ to: 'again@example.com', key: 'gift:1' }));
    const other = await mailer.send(mail({ to: 'again@example.com', key: 'gift:2' }));
    expect(second.messageId).to.equal(first.messageId).and.not.to.equal(other.messageId);
  });

  it('refuses line breaks and second recipients, and sends nothing', async () => {
    const tries: Partial<MailMessage>[] = [
      { to: 'a@example.com, b@example.com' },
      { to: 'a@example.com\r\nBcc: b@example.com' },
      { to: 'safe@example.com', subject: 'Hi\r\nBcc: b@example.com' },
      { to: 'safe@example.com', headers: { 'X-A': 'b\nBcc: b@example.com' } },
      { to: 'safe@example.com', headers: { 'X-A: b\r\nBcc': 'b@example.com' } },
      { to: 'safe@example.com', replyTo: '"x"@example.com' },
    ];
    for (const more of tries) expect((await refusalOf(mailer.send(mail(more)))).code).to.equal('FIELDS_REFUSED');
    expect(await arrived('safe@example.com')).to.deep.equal([]);
    expect(await arrived('b@example.com')).to.deep.equal([]);
  });

  it('tells a refused address from an unreachable server', async () => {
    expect((await refusalOf(mailer.send(mail({ to: 'nobody@refused.example' })))).code).to.equal('FIELDS_REFUSED');
    const away = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'a@b.example' }, testLog());
    expect((await refusalOf(away.send(mail()))).code).to.equal('PROVIDER_DOWN');
    expect((await refusalOf(away.check())).code).to.equal('PROVIDER_DOWN');
    await mailer.check();
  });

  it('takes a refusal of us, as the sender, for one that passes', async () => {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('Suspended'), { responseCode: 550 })),
    });
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const refused = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'a@b.example' }, testLog());
    try {
      expect((await refusalOf(refused.send(mail()))).code).to.equal('PROVIDER_DOWN');
    } finally {
      await refused.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  });
});
