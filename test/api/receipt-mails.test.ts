import { expect } from 'chai';
import {
  deleteMedia,
  getReceipt,
  type Receipt,
  restoreMedia,
  updateReceipt,
} from '../../src/shared/contracts/media.ts';
import { RECEIPT_MAILS } from '../../src/shared/limits.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, readEvent, startEvent } from '../helpers/giving.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { writtenMails } from '../helpers/written-mails.ts';

describe('the receipt mail', () => {
  describe('as it arrives', function () {
    this.timeout(600_000);
    const app = useWholeApp();

    it('comes once, with a link to view and withdraw the clip, and an unsubscribe link', async () => {
      const ada = await newUser(app().origin);
      await confirmAddress(app().connection, ada.user.email);
      const event = await startEvent(ada);
      const guest = newVisitor(app().origin);
      const contributor = { name: 'Anna Ivanova', email: newEmail() };
      const { media } = await giveText(guest, event, 'All the best', { contributor });
      await giveText(guest, event, 'And one more', { contributor });
      const mail = await eventually('the mail', async () => (await app().mailsTo(contributor.email))[0]);

      expect(mail.subject).to.equal('Your link to what you sent');
      expect(mail.text).to.match(/^Anna, your clip is in!/);
      for (const given of ['Ivanova', 'Ruth', event.title]) expect(mail.text).not.to.include(given);
      const [, url = '', key = ''] = /^(http\S+\/receipt\/(\S+))\r?$/m.exec(mail.text) ?? [];
      const elsewhere = newVisitor(app().origin);
      const page = await elsewhere.fetch(new URL(url).pathname);
      expect(page.status).to.equal(200);
      expect(await page.text()).to.include('All the best');
      await elsewhere.call(deleteMedia, { params: { id: media.id }, query: { receipt: key } });
      expect((await readEvent(ada, event)).counts.media).to.equal(1);

      const stop = /^<(\S+)>$/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
      await fetch(stop, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
      await giveText(guest, await startEvent(ada), 'Hello', { contributor });
      await eventually('the mails to be done', async () => {
        const open = { type: 'mail.send', 'data.to': contributor.email, alive: true };
        return (await app().connection.collection('jobs').countDocuments(open)) === 0;
      });
      expect(await app().mailsTo(contributor.email)).to.have.length(1);
    });
  });

  describe('as it is queued', () => {
    const web = useWeb({ env: { TRUST_PROXY: '1' } });
    let ada: SignedInUser;

    before(async () => {
      ada = await newUser(web().origin);
      await confirmAddress(web().connection, ada.user.email);
    });

    let visitors = 0;
    const someone = () => newVisitor(web().origin, { 'x-forwarded-for': `198.51.100.${++visitors}` });
    const mails = (to: string) => writtenMails(web().connection, to, 'receipt');
    const mailsOf = async (receipt: Promise<Receipt>, to: string) => {
      await receipt;
      return mails(to);
    };

    it('is about the first clip of an event only, and quiet for quiet occasions', async () => {
      const email = newEmail();
      const contributor = { name: 'Anna', email: email.toUpperCase() };
      const [birthday, memorial] = [await startEvent(ada), await startEvent(ada, { occasion: 'memorial' })];
      const guest = someone();
      const first = await giveText(guest, birthday, 'One', { contributor });
      await giveText(guest, birthday, 'Two', { contributor });
      await giveText(guest, birthday, 'Three', { contributor: { ...contributor, name: 'Another name' } });
      expect((await mails(email)).map(({ tone, url }) => [tone, url])).to.deep.equal([['warm', first.receiptUrl]]);
      const quiet = await giveText(guest, memorial, 'One', { contributor });
      expect((await mails(email))[0]).to.include({ tone: 'quiet', url: quiet.receiptUrl });
    });

    it('has a code for a VidDay of your own, but not for quiet occasions, whose receipt has it', async () => {
      const codeFor = async (occasion: 'birthday' | 'memorial') => {
        const contributor = { name: 'Anna', email: newEmail() };
        const given = await giveText(someone(), await startEvent(ada, { occasion }), 'One', { contributor });
        const [mail] = await mails(contributor.email);
        // As a worker would.
        const { connection } = web();
        const _id = new connection.base.mongo.ObjectId(given.media.id);
        await connection.collection('media').updateOne({ _id }, { $set: { status: 'ready' } });
        const { promoCode } = await someone().call(getReceipt, { params: { key: given.receiptKey } });
        return { mailed: [mail?.code, mail?.off], shown: [promoCode?.code, promoCode?.label] };
      };
      const warm = await codeFor('birthday');
      expect(warm.mailed).to.deep.equal(warm.shown);
      const quiet = await codeFor('memorial');
      expect(quiet.mailed).to.deep.equal(['', '']);
      expect(quiet.shown[1]).to.equal('20% off the film');
    });

    it('leads to the newer clip once the first was replaced, which keeps the address', async () => {
      const email = newEmail();
      const event = await startEvent(ada);
      const first = await giveText(someone(), event, 'Old', { contributor: { name: 'Anna', email } });
      const second = await giveText(someone(), event, 'Newer', { replaces: first.receiptKey });
      const third = await giveText(someone(), event, 'Newest', { replaces: second.receiptKey });
      expect((await mails(email)).map(({ url }) => url)).to.deep.equal([first.receiptUrl]);
      const elsewhere = someone();
      for (const { receiptUrl, receiptKey } of [first, second]) {
        const page = await (await elsewhere.fetch(new URL(receiptUrl).pathname)).text();
        expect(page)
          .to.include('Newest')
          .and.not.match(/withdrawn|Put it back/);
        const now = await elsewhere.call(getReceipt, { params: { key: receiptKey } });
        expect(now.media).to.include({ id: third.media.id, text: 'Newest' });
      }
      const { media = [] } = await readEvent(ada, event);
      expect(media.map(({ text, contributor }) => [text, contributor.email])).to.deep.equal([['Newest', email]]);
      const back = { params: { id: first.media.id }, query: { receipt: first.receiptKey } };
      expect(await statusAndCode(elsewhere.call(restoreMedia, back))).to.deep.equal([409, 'WRONG_STATE']);
    });

    it('is sent once an address is given on the receipt, and once for each address', async () => {
      const [email, other] = [newEmail(), newEmail()];
      const guest = someone();
      const { receiptKey, receiptUrl } = await giveText(guest, await startEvent(ada), 'Hello');
      for (const each of [email, email, other]) {
        await guest.call(updateReceipt, { params: { key: receiptKey }, body: { email: each } });
      }
      expect((await mails(email)).map(({ url }) => url)).to.deep.equal([receiptUrl]);
      expect(await mails(other)).to.have.length(1);
    });

    it('is not sent without an address, to the organiser, or to a recipient', async () => {
      const before = await web().connection.collection('jobs').countDocuments({ 'data.template': 'receipt' });
      const event = await startEvent(ada);
      await giveText(someone(), event, 'Nameless', { contributor: { name: 'Anna' } });
      await giveText(someone(), event, 'Empty', { contributor: { name: 'Ben', email: '' } });
      await giveText(someone(), event, 'Hush', { contributor: { name: 'Cleo', email: 'Ruth@Example.com' } });
      await giveText(ada, event, 'Mine', { contributor: { name: 'Ada', email: ada.user.email } });
      const after = await web().connection.collection('jobs').countDocuments({ 'data.template': 'receipt' });
      expect(after - before).to.equal(0);
    });

    it('has a queue key without the address', async () => {
      const email = newEmail();
      await giveText(someone(), await startEvent(ada), 'Hello', { contributor: { name: 'Anna', email } });
      const job = await web().connection.collection('jobs').findOne({ 'data.to': email });
      expect(job?.data.key).to.match(/^receipt:[\w-]{43}$/);
      expect(JSON.stringify({ ...job, data: null })).not.to.include(email);
    });

    it('is limited per recipient address and day', async () => {
      const email = newEmail();
      const contributor = { name: 'Anna', email };
      for (let count = 0; count <= RECEIPT_MAILS.perAddress; count++) {
        await giveText(someone(), await startEvent(ada), 'Hello', { contributor });
      }
      expect(await mails(email)).to.have.length(RECEIPT_MAILS.perAddress);
    });

    it('is limited per sender address and day, and the clip is still accepted', async () => {
      const event = await startEvent(ada);
      const emails = Array.from({ length: RECEIPT_MAILS.perVisitor }, newEmail);
      const inTheOffice = () => newVisitor(web().origin, { 'x-forwarded-for': '203.0.113.9' });
      for (const email of emails)
        await giveText(inTheOffice(), event, 'Hello', { contributor: { name: 'Anna', email } });
      expect(await mails(emails.at(-1) ?? '')).to.have.length(1);
      const late = newEmail();
      const more = giveText(inTheOffice(), event, 'Hello', { contributor: { name: 'Late', email: late } });
      expect(await mailsOf(more, late)).to.deep.equal([]);
      expect((await more).receiptUrl).to.include('/receipt/');
      const other = giveText(someone(), event, 'Hello too', { contributor: { name: 'Late', email: late } });
      expect(await mailsOf(other, late)).to.have.length(1);
    });
  });
});
