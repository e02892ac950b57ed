import { expect } from 'chai';
import { Types } from 'mongoose';
import { login, register } from '../../src/shared/contracts/accounts.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { impersonate } from '../../src/shared/contracts/impersonation.ts';
import { claimMedia, deleteMedia } from '../../src/shared/contracts/media.ts';
import { requestSignInLink, signInByLink } from '../../src/shared/contracts/sign-in-link.ts';
import { giveText, openedBy, startEvent } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newEmail, newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const password = 'plum harbour violin 7';

describe('clips kept with an account', () => {
  const web = useWeb();
  let creator: SignedInUser;
  let event: Event;

  before(async () => {
    creator = await newUser(web().origin);
    event = await startEvent(creator, { occasion: 'retirement', recipients: [{ firstName: 'Walter' }] });
  });

  const visitor = () => newVisitor(web().origin);
  const media = () => web().connection.collection('media');
  const ownerOf = async (id: string) => String((await media().findOne({ _id: new Types.ObjectId(id) }))?.claimedBy);
  const claim = (who: Visitor, id: string, receipt?: string) =>
    who.call(claimMedia, { params: { id }, query: receipt === undefined ? {} : { receipt } });
  let n = 0;
  const give = (who: Visitor) => giveText(who, event, `Enjoy it, number ${n++}`);
  const signUp = (who: Visitor) => who.call(register, { body: { email: newEmail(), password } });
  const dashboard = async (who: Visitor) => (await who.fetch('/dashboard')).text();

  it('are attached when their browser registers', async () => {
    const who = visitor();
    const [first, second] = [await give(who), await give(who)];
    const foreign = await give(visitor());
    const user = await signUp(who);
    const owners = await Promise.all([first, second, foreign].map((each) => ownerOf(each.media.id)));
    expect(owners).to.deep.equal([user.id, user.id, 'null']);
    const html = await dashboard(who);
    expect(html).to.include('Clips you gave').and.to.include('For Walter').and.to.include('Retirement');
    for (const { receiptUrl } of [first, second]) expect(html).to.include(receiptUrl);
    expect(html).not.to.include(foreign.receiptUrl);
  });

  for (const before of ['without a session', 'in a session'] as const) {
    it(`are all attached when several were sent at once ${before}`, async () => {
      const who = await openedBy(visitor(), event);
      if (before === 'in a session') await give(who);
      const sent = await Promise.all([give(who), give(who), give(who)]);
      const foreign = await give(await openedBy(visitor(), event));
      const user = await signUp(who);
      const owners = await Promise.all([...sent, foreign].map((each) => ownerOf(each.media.id)));
      expect(owners).to.deep.equal([user.id, user.id, user.id, 'null']);
    });
  }

  it('are attached when their browser logs in, and not to a later user', async () => {
    const known = await newUser(web().origin);
    const who = visitor();
    const { media: clip } = await give(who);
    await who.call(login, { body: { email: known.user.email, password: known.password } });
    expect(await ownerOf(clip.id)).to.equal(known.user.id);
    await signUp(who);
    expect(await ownerOf(clip.id)).to.equal(known.user.id);
  });

  it('are attached at once to a signed-in user', async () => {
    const who = await newUser(web().origin);
    const { media: clip } = await give(who);
    expect(await ownerOf(clip.id)).to.equal(who.user.id);
  });

  it('follow a mailed link into another browser', async () => {
    const who = visitor();
    const { media: clip } = await give(who);
    const email = newEmail();
    const { code } = await who.call(requestSignInLink, { body: { email } });
    const job = await web()
      .connection.collection('jobs')
      .findOne({ 'data.to': email, 'data.template': 'sign-in-link' });
    const token = String(job?.data.values.url).split('/').pop() ?? '';
    const phone = visitor();
    await phone.call(signInByLink, { params: { token }, body: { code } });
    expect(await ownerOf(clip.id)).to.match(/^[0-9a-f]{24}$/);
    expect(await dashboard(phone)).to.include('Clips you gave');
  });

  it('do not include clips that a creator adds for others, or an impersonating admin sends', async () => {
    const { media: forGrandma } = await give(creator);
    expect(await ownerOf(forGrandma.id)).to.equal('null');
    const [admin, ben] = await Promise.all([newUser(web().origin, { role: 'admin' }), newUser(web().origin)]);
    await admin.call(impersonate, { params: { id: ben.user.id }, query: {} });
    const { media: clip } = await give(admin);
    expect(await ownerOf(clip.id)).to.equal('null');
  });

  describe('PUT /api/v2/media/{id}/claim', () => {
    it('attaches the receipt’s clip, idempotently', async () => {
      const given = await give(visitor());
      const who = await newUser(web().origin);
      for (let i = 0; i < 2; i++) {
        expect((await claim(who, given.media.id, given.receiptKey)).receiptUrl).to.equal(given.receiptUrl);
      }
      expect(await ownerOf(given.media.id)).to.equal(who.user.id);
    });

    it('refuses a clip that another account keeps', async () => {
      const [given, other] = [await give(visitor()), await give(visitor())];
      const [ada, ben] = await Promise.all([newUser(web().origin), newUser(web().origin)]);
      const refused = async (who: Visitor, id: string, key?: string) => statusAndCode(claim(who, id, key));
      expect(await refused(visitor(), given.media.id, given.receiptKey)).to.deep.equal([401, 'NOT_SIGNED_IN']);
      expect(await refused(creator, given.media.id), 'the creator').to.deep.equal([404, 'NOT_FOUND']);
      expect(await refused(ada, given.media.id, other.receiptKey), 'another key').to.deep.equal([404, 'NOT_FOUND']);
      expect(await refused(ada, given.media.id, `r${'0'.repeat(22)}`), 'a guess').to.deep.equal([404, 'NOT_FOUND']);
      await claim(ada, given.media.id, given.receiptKey);
      expect(await refused(ben, given.media.id, given.receiptKey)).to.deep.equal([409, 'DUPLICATE']);
      const admin = await newUser(web().origin, { role: 'admin' });
      await admin.call(impersonate, { params: { id: ben.user.id }, query: {} });
      expect(await refused(admin, other.media.id, other.receiptKey)).to.deep.equal([403, 'NOT_ALLOWED']);
      expect([await ownerOf(given.media.id), await ownerOf(other.media.id)]).to.deep.equal([ada.user.id, 'null']);
    });

    it('accepts one of many concurrent calls', async () => {
      const given = await give(visitor());
      const people = await Promise.all([1, 2, 3].map(() => newUser(web().origin)));
      const all = await Promise.allSettled(people.map((who) => claim(who, given.media.id, given.receiptKey)));
      expect(all.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    });
  });

  it('hide withdrawn clips and deleted events', async () => {
    const who = await newUser(web().origin);
    const given = await give(who);
    const gone = await startEvent(creator);
    await giveText(who, gone, 'Hello there');
    await who.call(deleteMedia, { params: { id: given.media.id }, query: { receipt: given.receiptKey } });
    await web()
      .connection.collection('events')
      .updateOne({ uuid: gone.uuid }, { $set: { status: 'suspended' } });
    expect(await dashboard(who)).not.to.include('Clips you gave');
    expect((await refusalOf(claim(who, '0'.repeat(24), given.receiptKey))).status).to.equal(404);
  });
});
