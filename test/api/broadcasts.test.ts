import { expect } from 'chai';
import { broadcastWork } from '../../src/features/messages/broadcasts.service.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { listBroadcasts, sendBroadcast, stopBroadcast } from '../../src/shared/contracts/broadcasts.ts';
import { updateProfile } from '../../src/shared/contracts/profiles.ts';
import { requestSignInLink } from '../../src/shared/contracts/sign-in-link.ts';
import { eventually } from '../helpers/eventually.ts';
import { startEvent } from '../helpers/giving.ts';
import { see } from '../helpers/pages.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { growStale } from '../helpers/stale-session.ts';
import { newUser, newVisitor, type SignedInUser, signInElsewhere } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('POST /api/mail/broadcast', function () {
  this.timeout(300_000);
  const app = useWholeApp();
  let admin: SignedInUser;
  let made = 0;
  let words: { audience: 'everybody' | 'makers' | 'staff'; subject: string; message: string };

  before(async () => {
    admin = await newUser(app().origin, { role: 'admin' });
    await confirmAddress(app().connection, admin.user.email);
  });
  beforeEach(() => {
    words = { audience: 'everybody', subject: `What is new here ${made++}`, message: 'Hi {name},\n\nlook around.' };
  });
  afterEach(() =>
    app()
      .connection.collection('broadcasts')
      .updateMany({ status: 'sending' }, { $set: { status: 'done' } }),
  );

  const person = async (): Promise<SignedInUser> => {
    const user = await newUser(app().origin);
    await confirmAddress(app().connection, user.user.email);
    return user;
  };
  const send = () => admin.call(sendBroadcast, { body: words });
  const trial = () => admin.call(sendBroadcast, { body: { ...words, testTo: admin.user.email } });
  const got = async ({ user }: SignedInUser) =>
    (await app().mailsTo(user.email)).filter(({ subject }) => subject === words.subject);
  const isOver = () =>
    eventually('all mails to leave', async () => {
      const jobs = app().connection.collection('jobs');
      return (await jobs.countDocuments({ type: 'mail.send', alive: true })) === 0;
    });

  it('mails only its author first, then everybody once, but for who unsubscribed', async () => {
    const [ada, ruth, omar] = [await person(), await person(), await newUser(app().origin)];
    await ruth.call(updateProfile, { params: { id: ruth.user.id }, body: { notifications: { letters: false } } });
    expect((await refusalOf(send())).message).to.match(/yourself first/);
    expect(await trial()).to.deep.equal({ id: null, queued: 1, skipped: [] });
    const [own] = await eventually('the trial', async () => {
      const found = await got(admin);
      return found.length > 0 && found;
    });
    expect(own?.text).to.match(new RegExp(`Hi ${admin.user.firstName},\\s+look around\\.`));
    expect(own?.headers['list-unsubscribe-post']).to.equal('List-Unsubscribe=One-Click');
    expect(await got(ada)).to.deep.equal([]);
    await growStale(app().connection, 'secondStepAt');
    const page = await see(admin, '/staff/broadcast');
    expect(page.html).to.include('What has been sent can’t be taken back').and.include('Confirm it’s you');
    expect(await statusAndCode(send())).to.deep.equal([403, 'SIGN_IN_AGAIN']);
    admin = { ...(await signInElsewhere(app().origin, admin)), user: admin.user };
    const { queued } = await send();
    expect(queued).to.be.at.least(3);
    const [line] = await admin.call(listAudit, { query: { action: 'letter.sent' } });
    expect(line?.details).to.include({ subject: words.subject, audience: 'everybody', people: queued });
    expect(await statusAndCode(send())).to.deep.equal([409, 'WRONG_STATE']);
    // Two workers, and one that crashed before it noted how far it was.
    await Promise.all([broadcastWork.run({}, {} as never), broadcastWork.run({}, {} as never)]);
    await app()
      .connection.collection('broadcasts')
      .updateOne({ subject: words.subject }, { $set: { status: 'sending', after: null } });
    for (let turn = 0; turn < 2; turn++) {
      await broadcastWork.run({}, {} as never);
      await isOver();
    }
    expect((await Promise.all([ada, ruth, omar].map(got))).map(({ length }) => length)).to.deep.equal([1, 0, 0]);
    const [latest] = await admin.call(listBroadcasts, {});
    expect(latest).to.include({ subject: words.subject, status: 'done' });
  });

  it('lets other mails pass, and is stopped at once: mails in the queue stay there', async () => {
    const ada = await person();
    await trial();
    const { id } = await send();
    app().pauseWorker();
    await broadcastWork.run({}, {} as never);
    await newVisitor(app().origin).call(requestSignInLink, { body: { email: ada.user.email } });
    const waiting = app().connection.collection('jobs').find({ type: 'mail.send', alive: true });
    const inTurn = (await waiting.sort({ priority: -1, rank: 1 }).toArray()).map(({ data }) => data.template);
    expect(await admin.call(stopBroadcast, { params: { id: id ?? '' } })).to.include({ status: 'stopped' });
    app().resumeWorker();
    await isOver();
    expect(await got(ada)).to.deep.equal([]);
    expect(inTurn).to.include('sign-in-link');
    expect(inTurn.at(-1)).to.equal('broadcast');
  });

  it('goes to makers or staff only, as it is asked', async () => {
    const [ada, ruth] = [await person(), await person()];
    await startEvent(ada);
    words.audience = 'makers';
    await trial();
    await send();
    await broadcastWork.run({}, {} as never);
    await isOver();
    expect((await Promise.all([ada, ruth].map(got))).map(({ length }) => length)).to.deep.equal([1, 0]);
  });

  it('is tried on one’s own address only, and is for admins', async () => {
    const other = admin.call(sendBroadcast, { body: { ...words, testTo: 'other@example.com' } });
    expect((await refusalOf(other)).fields).to.have.property('testTo');
    const ada = await person();
    expect(await statusAndCode(ada.call(sendBroadcast, { body: words }))).to.deep.equal([403, 'NOT_ALLOWED']);
  });
});
