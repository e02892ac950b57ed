import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { createMedia, deleteMedia, type Media, type Receipt } from '../../src/shared/contracts/media.ts';
import { listThanks, sendThanks, type Thanks, takeBackThanks } from '../../src/shared/contracts/thanks.ts';
import { THANKS } from '../../src/shared/limits.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startFreeEvent, uploadFile } from '../helpers/giving.ts';
import { sample } from '../helpers/media-samples.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('thanks of a recipient', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let creator: SignedInUser;
  let ruth: Visitor;

  before(async () => {
    creator = await newUser(app().origin);
    await confirmAddress(app().connection, creator.user.email);
    ruth = newVisitor(app().origin);
  });

  interface Given {
    event: Event;
    key: string;
    anna: Receipt & { email: string };
    karl: Receipt;
    people: { anna: string; karl: string };
  }

  /** A gift with a film of Anna, who left an address, and Karl, who did not. */
  async function gift(): Promise<Given> {
    const event = await startFreeEvent(creator, { recipients: [{ firstName: 'Ruth' }] });
    const email = newEmail();
    const contributor = { name: 'Anna Ivanova', email };
    const anna = await giveText(newVisitor(app().origin), event, 'From Anna', { contributor });
    const karl = await giveText(newVisitor(app().origin), event, 'From Karl', { contributor: { name: 'Karl' } });
    const chapters = [anna, karl].map(({ media }, start) => ({ start, clip: media }));
    await finishedFilm(app().connection, event, { chapters });
    const { privateKey: key = '' } = await readEvent(creator, event);
    const page = await (await ruth.fetch(`/e/${key}?open`)).text();
    const [first = '', second = ''] = [...page.matchAll(/&quot;id&quot;:&quot;([\w-]{22})&quot;/g)].map(([, id]) => id);
    return { event, key, anna: { ...anna, email }, karl, people: { anna: first, karl: second } };
  }

  type Asked = { kind: Thanks['kind']; to: string; text?: string; mediaId?: string };
  const send = (id: string, body: Asked, who: Visitor = ruth) =>
    who.call(sendThanks, { params: { id }, query: {}, body });
  const takeBack = (id: string, { id: thanksId }: Thanks) =>
    ruth.call(takeBackThanks, { params: { id, thanksId }, query: {} });
  const sent = (id: string, who: Visitor = ruth) => who.call(listThanks, { params: { id }, query: {} });
  const receiptPage = async ({ receiptUrl }: Receipt) =>
    (await newVisitor(app().origin).fetch(new URL(receiptUrl).pathname)).text();

  /** As if the time to take it back were over. */
  async function passTime({ id }: Thanks): Promise<void> {
    const past = new Date(Date.now() - 1000);
    const { ObjectId } = app().connection.base.mongo;
    const thanks = app().connection.collection('thanks');
    await thanks.updateOne({ _id: new ObjectId(id) }, { $set: { sendAt: past } });
    const jobs = app().connection.collection('jobs');
    const jobOf = { type: 'thanks.send', 'data.thanksId': id, alive: true };
    await jobs.updateOne(jobOf, { $set: { runAt: past, dueAt: past, rank: past } });
    await eventually('the mails to be queued', async () => (await jobs.countDocuments(jobOf)) === 0);
  }
  const thanksMails = async (to: string) =>
    (await app().mailsTo(to)).filter(({ subject }) => subject === 'A thank-you for you');

  it('has its place on the gift, where /e/KEY/thanks leads', async () => {
    const { key } = await gift();
    const page = await ruth.fetch(`/e/${key}/thanks`, { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).to.deep.equal([303, `/e/${key}`]);
    expect((await ruth.fetch(`/e/${key.slice(0, -1)}/thanks`)).status).to.equal(404);
  });

  it('sends one heart to everybody after the undo time, on every receipt', async () => {
    const { event, key, anna, karl } = await gift();
    const asked = Date.now();
    const heart = await send(key, { kind: 'heart', to: 'all' });
    const again = await send(key, { kind: 'heart', to: 'all' });
    expect(again.id).to.equal(heart.id);
    const until = Date.parse(heart.undoUntil ?? '');
    expect(until - asked)
      .to.be.at.least(THANKS.undo)
      .and.below(THANKS.undo + 60_000);
    expect(await receiptPage(anna), 'not yet').not.to.include('says thank you');
    await passTime(heart);
    for (const receipt of [anna, karl]) expect(await receiptPage(receipt)).to.include('says thank you');

    const [mail] = await eventually('the mail', async () => {
      const mails = await thanksMails(anna.email);
      return mails.length > 0 && mails;
    });
    expect(mail?.text)
      .to.match(/^Anna, Ruth says thank you/)
      .and.include(anna.receiptUrl);
    expect(mail?.headers['list-unsubscribe']).to.be.a('string');
    const told = await eventually('the organiser’s mail', async () => {
      const mails = await app().mailsTo(creator.user.email);
      return mails.find(({ subject, text }) => subject === 'A thank-you has come back' && text.includes(event.uuid));
    });
    expect(told.text)
      .to.match(/^Ruth says thank you/)
      .and.include('thank you to everyone in the film');
    expect(told.headers['list-unsubscribe']).to.be.a('string');
    expect(await sent(key)).to.have.length(1);
    expect(await statusAndCode(takeBack(key, heart))).to.deep.equal([409, 'WRONG_STATE']);
  });

  it('is deleted when undone in time, mails nobody, and can be sent again', async () => {
    const { key, anna } = await gift();
    const heart = await send(key, { kind: 'heart', to: 'all' });
    await takeBack(key, heart);
    expect(await sent(key)).to.deep.equal([]);
    await passTime(heart);
    expect(await receiptPage(anna)).not.to.include('says thank you');
    expect(await thanksMails(anna.email)).to.deep.equal([]);
    expect((await send(key, { kind: 'heart', to: 'all' })).id).not.to.equal(heart.id);
  });

  it('shows a note to its one addressee, and accepts no links', async () => {
    const { key, anna, karl, people } = await gift();
    const note = await send(key, { kind: 'note', to: people.karl, text: 'You let me win at chess.' });
    await passTime(note);
    expect(await receiptPage(karl)).to.include('You let me win at chess.');
    expect(await receiptPage(anna)).not.to.include('You let me win at chess.');
    const link = send(key, { kind: 'note', to: 'all', text: 'Look at example.com/offer' });
    expect((await refusalOf(link)).fields).to.have.property('text');
    expect((await refusalOf(send(key, { kind: 'note', to: 'all' }))).fields).to.have.property('text');
    const stranger = send(key, { kind: 'heart', to: 'a'.repeat(22) });
    expect((await refusalOf(stranger)).fields).to.have.property('to');
  });

  it('mails an addressee twice at most: for a heart, and for words', async () => {
    const { key, anna, people } = await gift();
    const all: Asked[] = [
      { kind: 'heart', to: 'all' },
      { kind: 'heart', to: people.anna },
      { kind: 'note', to: 'all', text: 'Thank you, all of you.' },
      { kind: 'note', to: people.anna, text: 'And you.' },
    ];
    for (const asked of all) await passTime(await send(key, asked));
    await eventually('both mails', async () => (await thanksMails(anna.email)).length === 2);
    expect(await receiptPage(anna))
      .to.include('Thank you, all of you.')
      .and.include('And you.');
  });

  it('shows a video on the receipt until it is removed', async () => {
    const { event, key, karl } = await gift();
    const record = async () => {
      const uploadId = await uploadFile(app().origin, { uuid: key }, await sample('mp4'), { filename: 'thanks.mp4' });
      const body = { event: key, uploadId, contributor: { name: 'Ruth' }, isThankYou: true };
      return (await ruth.call(createMedia, { body })).media;
    };
    const remove = ({ id }: Media) => ruth.call(deleteMedia, { params: { id }, query: { v: key } });
    const early = await record();
    const unsent = await send(key, { kind: 'video', to: 'all', mediaId: early.id });
    await remove(early);
    await passTime(unsent);
    const { ObjectId } = app().connection.base.mongo;
    const stored = await app()
      .connection.collection('thanks')
      .findOne({ _id: new ObjectId(unsent.id) });
    expect([stored?.mailed, stored?.sentAt === null], 'deleted before it went out').to.deep.equal([[], false]);

    const media = await record();
    const video = await send(key, { kind: 'video', to: 'all', mediaId: media.id });
    expect((await readEvent(creator, event)).media?.map(({ id }) => id)).not.to.include(media.id);
    await passTime(video);
    await eventually('the video', async () => /<video[^>]*aria-label="A video for you"/.test(await receiptPage(karl)));
    const foreign = send((await gift()).key, { kind: 'video', to: 'all', mediaId: media.id });
    expect((await refusalOf(foreign)).fields).to.have.property('mediaId');
    await remove(media);
    expect(await receiptPage(karl)).not.to.include('A video for you');
    expect(await sent(key)).to.deep.equal([]);
  });

  it('needs the recipient’s own link: makers can only read what is sent, others nothing', async () => {
    const { event, key, people } = await gift();
    const heart = await send(key, { kind: 'heart', to: 'all' });
    await passTime(await send(key, { kind: 'note', to: people.karl, text: 'Only for Karl.' }));
    expect(await sent(event.id, creator), 'not out yet, or for one person').to.deep.equal([]);
    for (const ref of [event.id, key]) {
      const own = send(ref, { kind: 'heart', to: 'all' }, creator);
      expect(await statusAndCode(own)).to.deep.equal([403, 'NOT_ALLOWED']);
    }
    for (const ref of [event.viewKey ?? '', event.uuid]) {
      expect(await statusAndCode(send(ref, { kind: 'heart', to: 'all' }))).to.deep.equal([403, 'NOT_ALLOWED']);
      expect(await statusAndCode(sent(ref))).to.deep.equal([403, 'NOT_ALLOWED']);
    }
    await passTime(heart);
    expect((await sent(event.id, creator)).map(({ id }) => id)).to.deep.equal([heart.id]);
    const studio = await (await creator.fetch(`/e/${event.uuid}`)).text();
    expect(studio).to.include('says thank you').and.not.include('Only for Karl.');
    const early = await startFreeEvent(creator);
    const { privateKey = '' } = await readEvent(creator, early);
    expect(await statusAndCode(send(privateKey, { kind: 'heart', to: 'all' }))).to.deep.equal([409, 'WRONG_STATE']);
  });
});
