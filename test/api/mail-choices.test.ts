import { expect } from 'chai';
import { purgeAccounts } from '../../src/features/account-data/account-deletion.service.ts';
import { stopUrl } from '../../src/features/messages/mail-stops.service.ts';
import type { SandboxMail } from '../../src/integrations/sandbox/smtp-outbox.ts';
import { platform } from '../../src/platform/platform.ts';
import { testDelivery } from '../../src/shared/contracts/deliveries.ts';
import { getProfile, updateProfile } from '../../src/shared/contracts/profiles.ts';
import { mailJobs } from '../../src/shared/jobs.ts';
import type { Notification } from '../../src/shared/notifications.ts';
import { eventually } from '../helpers/eventually.ts';
import { startFreeEvent } from '../helpers/giving.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser, signInElsewhere } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const ONE_CLICK = { 'content-type': 'application/x-www-form-urlencoded' };

describe('mail preferences', () => {
  const app = useWholeApp();
  let count = 0;

  /** Enqueues a mail that can be stopped and one that can't, and returns what has arrived when both are done. */
  async function mailsAfterBoth(to: string): Promise<SandboxMail[]> {
    const key = `choices-${++count}`;
    const url = `${app().origin}/e/somewhere`;
    const { queue } = platform();
    const mails = [
      { key: `film-${key}`, to, template: 'film-ready', occasion: 'birthday', values: { title: 'Ruth', url } },
      { key: `reset-${key}`, to, template: 'reset', values: { firstName: 'Ada', url } },
    ] as const;
    const jobs = await Promise.all(mails.map((mail) => queue.enqueue(mailJobs.send, mail)));
    for (const { id } of jobs) {
      await eventually('a mail that is sent', async () => (await queue.status(id))?.state === 'done');
    }
    return app().mailsTo(to);
  }

  const subjects = (mails: SandboxMail[]) => mails.map(({ subject }) => subject).sort();
  const FILM = 'It’s ready: have a look before anyone else does';
  const RESET = 'Choose a new password';

  it('default to on, and security mails can’t be turned off', async () => {
    const ada = await newUser(app().origin);
    const { id, email } = ada.user;
    const films = async () => subjects(await mailsAfterBoth(email)).filter((subject) => subject === FILM).length;
    expect(await films()).to.equal(1);
    await ada.call(updateProfile, { params: { id }, body: { notifications: { filmReady: false } } });
    expect(await films()).to.equal(1);
    expect(subjects(await app().mailsTo(email)).filter((subject) => subject === RESET)).to.have.length(2);
    await ada.call(updateProfile, { params: { id }, body: { notifications: { filmReady: true } } });
    expect(await films()).to.equal(2);
  });

  it('are turned off by one-click unsubscribe, without cookie or redirect', async () => {
    const ada = await newUser(app().origin);
    const mails = await mailsAfterBoth(ada.user.email);
    const reset = mails.find(({ subject }) => subject === RESET);
    const film = mails.find(({ subject }) => subject === FILM);
    expect(reset?.headers).not.to.have.property('list-unsubscribe');
    expect(film?.headers['list-unsubscribe-post']).to.equal('List-Unsubscribe=One-Click');
    const url = /^<(\S+)>$/.exec(film?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    expect(film?.text).to.include(url);
    expect(url).not.to.include(ada.user.email);

    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    for (const init of [{ headers: ONE_CLICK, body: 'List-Unsubscribe=One-Click' }, { body: form }]) {
      const response = await fetch(url, { method: 'POST', redirect: 'manual', ...init });
      expect([response.status, response.headers.get('set-cookie')]).to.deep.equal([200, null]);
    }
    const { notifications } = await ada.call(getProfile, { params: { id: ada.user.id } });
    expect(notifications).to.deep.equal({
      filmReady: false,
      clipArrived: true,
      thankYou: true,
      reminders: true,
      stuck: true,
      answers: false,
      opened: true,
      guestbook: false,
      news: true,
      letters: true,
      ownClip: true,
      invitations: true,
      gifts: true,
    });
  });

  it('of gifts don’t concern the trial of one’s own gift, and it stops none', async () => {
    const ada = await newUser(app().origin);
    await confirmAddress(app().connection, ada.user.email);
    await ada.call(updateProfile, { params: { id: ada.user.id }, body: { notifications: { gifts: false } } });
    const event = await startFreeEvent(ada);
    await ada.call(testDelivery, { params: { id: event.id }, body: { message: 'With love' } });
    const trial = await eventually('the trial', async () =>
      (await app().mailsTo(ada.user.email)).find(({ text }) => text.includes('With love')),
    );
    expect(trial.headers).not.to.have.property('list-unsubscribe');
    expect(trial.text).not.to.include('Unsubscribe');

    const ben = await newUser(app().origin);
    const organiserIds = [new (app().connection.base.Types.ObjectId)(ben.user.id)];
    await app().connection.collection('events').updateOne({ uuid: event.uuid }, { $set: { organiserIds } });
    const tryIt = () => ben.call(testDelivery, { params: { id: event.id }, body: {} });
    expect(await statusAndCode(tryIt())).to.deep.equal([403, 'ADDRESS_UNCONFIRMED']);
    await confirmAddress(app().connection, ben.user.email);
    expect(await tryIt()).to.deep.equal({ to: ben.user.email });
  });

  it('are changed on a page by its buttons, never by opening it', async () => {
    const stranger = newEmail();
    const film = (await mailsAfterBoth(stranger)).find(({ subject }) => subject === FILM);
    const path = new URL(/<(\S+)>/.exec(film?.headers['list-unsubscribe'] ?? '')?.[1] ?? '').pathname;
    const visitor = newVisitor(app().origin);
    const title = async () => /<h1>([^<]+)/.exec(await (await visitor.fetch(path)).text())?.[1];
    expect(await title()).to.equal('Unsubscribe from these emails?');
    expect(await title()).to.equal('Unsubscribe from these emails?');
    const posted = await visitor.postForm(path, { stop: '1' });
    expect([posted.status, posted.headers.get('location')]).to.deep.equal([303, path]);
    expect(await title()).to.equal('These emails have stopped');
    expect(subjects(await mailsAfterBoth(stranger)).filter((subject) => subject === FILM)).to.have.length(1);
    await visitor.postForm(path, { again: '1' });
    expect(await title()).to.equal('Unsubscribe from these emails?');
  });

  describe('of an address', () => {
    const pathFor = (email: string, kind: Notification) => new URL(stopUrl(email, kind)).pathname;
    const stop = (email: string, kind: Notification = 'gifts') =>
      newVisitor(app().origin).postForm(pathFor(email, kind), { stop: '1' });
    const choose = (person: SignedInUser, gifts: boolean) =>
      person.call(updateProfile, { params: { id: person.user.id }, body: { notifications: { gifts } } });
    async function isStopped(email: string, kind: Notification = 'gifts'): Promise<boolean> {
      const page = await (await newVisitor(app().origin).fetch(pathFor(email, kind))).text();
      return page.includes('These emails have stopped');
    }

    it('are its owner’s alone: an account without confirmation changes nothing', async () => {
      const stranger = await newUser(app().origin);
      const { email } = stranger.user;
      await choose(stranger, false);
      expect(await isStopped(email)).to.equal(false);
      await stop(email);
      await choose(stranger, true);
      expect(await isStopped(email)).to.equal(true);
      await confirmAddress(app().connection, email);
      await choose(stranger, true);
      expect(await isStopped(email)).to.equal(false);
    });

    it('about one’s own events can be had again before it is confirmed', async () => {
      const ada = await newUser(app().origin);
      const { id, email } = ada.user;
      await stop(email, 'clipArrived');
      expect(await isStopped(email, 'clipArrived')).to.equal(true);
      await ada.call(updateProfile, { params: { id }, body: { notifications: { clipArrived: true } } });
      expect(await isStopped(email, 'clipArrived')).to.equal(false);
    });

    it('are shown in its account once it is confirmed, so that saving the others lifts no stop', async () => {
      const ada = await newUser(app().origin);
      const { id, email } = ada.user;
      await stop(email);
      const shown = async () => (await ada.call(getProfile, { params: { id } })).notifications;
      expect((await shown()).gifts).to.equal(true);
      await confirmAddress(app().connection, email);
      const { gifts, invitations } = await shown();
      expect([gifts, invitations]).to.deep.equal([false, true]);
      await ada.call(updateProfile, { params: { id }, body: { notifications: { ...(await shown()), answers: true } } });
      expect(await isStopped(email)).to.equal(true);
    });

    it('outlast the account, whether made by a link or in the profile', async () => {
      const [ada, ben] = [await newUser(app().origin), await newUser(app().origin)];
      for (const { user } of [ada, ben]) await confirmAddress(app().connection, user.email);
      await stop(ada.user.email);
      await choose(ben, false);
      const gone = { deletionDueAt: new Date(Date.now() - 1000) };
      const emails = [ada.user.email, ben.user.email];
      await app()
        .connection.collection('users')
        .updateMany({ email: { $in: emails } }, { $set: gone });
      expect(await purgeAccounts()).to.equal(2);
      expect(await Promise.all(emails.map((email) => isStopped(email)))).to.deep.equal([true, true]);
    });
  });

  it('show times in the reader’s zone', async () => {
    const ada = await newUser(app().origin);
    const { id, email } = ada.user;
    await ada.call(updateProfile, { params: { id }, body: { timeZone: 'America/New_York', language: 'en-US' } });
    await signInElsewhere(app().origin, ada);
    const mail = await eventually('the mail of a new device', async () =>
      (await app().mailsTo(email)).find(({ subject }) => subject === 'A new device logged in to your account'),
    );
    expect(mail.text).to.match(/^When: \w+day, \w+ \d+, \d{4} at \d+:\d\d\s[AP]M \(America\/New York\)$/m);
  });

  it('refuse a forged link', async () => {
    for (const token of ['sample', 'A'.repeat(120), 'x'.repeat(3000)]) {
      const path = `/mail/unsubscribe/${token}`;
      const posted = await fetch(app().origin + path, { method: 'POST', headers: ONE_CLICK, body: 'a=b' });
      const shown = await fetch(app().origin + path);
      expect([posted.status, shown.status]).to.deep.equal([404, 404]);
    }
  });

  it('spare people what they have seen on an open page', async () => {
    const ada = await newUser(app().origin);
    const { id, email } = ada.user;
    const { ObjectId } = app().connection.base.mongo;
    const sent = async (seenAt: Date | null) => {
      const eventId = new ObjectId();
      const line = { userId: new ObjectId(id), eventId, type: 'filmReady', key: `filmReady:${eventId}`, seenAt };
      await app()
        .connection.collection('news')
        .insertOne({ ...line, startedAt: new Date(), at: new Date() });
      const values = { title: 'Ruth', url: `${app().origin}/e/${eventId}` };
      const unlessSeen = { userId: id, eventId: String(eventId), type: 'filmReady' };
      const about = { template: 'film-ready', occasion: 'birthday', values } as const;
      const mail = { key: `seen-${eventId}`, to: email, unlessSeen, ...about };
      const { id: jobId } = await platform().queue.enqueue(mailJobs.send, mail);
      await eventually('the mail', async () => (await platform().queue.status(jobId))?.state === 'done');
      return (await app().mailsTo(email)).filter(({ text }) => text.includes(String(eventId))).length;
    };
    expect([await sent(new Date()), await sent(null)]).to.deep.equal([0, 1]);
  });
});

describe('GET /sandbox/mails', () => {
  const app = useWholeApp({ hasWorker: false });

  it('shows each mail as HTML and text in a sandbox without network and script', async () => {
    const list = await (await fetch(`${app().origin}/sandbox/mails`)).text();
    const links = [...list.matchAll(/href="(\/sandbox\/mails\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(links).to.include.members(['/sandbox/mails/verify.html', '/sandbox/mails/gift.txt']);
    for (const path of links) {
      const response = await fetch(app().origin + path);
      expect([path, response.status]).to.deep.equal([path, 200]);
      expect(response.headers.get('content-security-policy')).to.match(/default-src 'none'.*sandbox/);
      expect(response.headers.get('content-type')).to.match(path.endsWith('html') ? /^text\/html/ : /^text\/plain/);
    }
    expect((await fetch(`${app().origin}/sandbox/mails/nothing.html`)).status).to.equal(404);
  });
});
