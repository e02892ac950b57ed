import { expect } from 'chai';
import { makersNews } from '../../src/features/events/domain-events.ts';
import { newsMailWork } from '../../src/features/news/news-mails.ts';
import { addressFor } from '../../src/features/profiles/mail-choices.service.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { seeNotifications } from '../../src/shared/contracts/notifications.ts';
import { updateProfile } from '../../src/shared/contracts/profiles.ts';
import { startEvent } from '../helpers/giving.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HOUR = 3_600_000;
const IN_JOB = { attempt: 1, signal: new AbortController().signal, progress: async () => undefined };

describe('news by mail', () => {
  const web = useWeb();
  let ada: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    ada = await newUser(web().origin);
    event = await startEvent(ada);
  });

  const clipIsIn = (key: string, name: string) =>
    makersNews.emit({ eventId: event.id, type: 'clipArrived', key, facts: { names: [name] } });
  const paid = (key: string, amount: number) =>
    makersNews.emit({ eventId: event.id, type: 'paid', key, facts: { amount, currency: 'usd' } });
  const jobs = () => web().connection.collection('jobs');
  const planned = () => jobs().find({ type: 'news.mail', 'data.userId': ada.user.id, alive: true }).toArray();
  const mailed = async () =>
    (await jobs().find({ type: 'mail.send', 'data.to': ada.user.email, 'data.template': 'news' }).toArray()).map(
      ({ data }) => data.values.lines.split('\n').map((line: string) => line.split('\t')[0]),
    );
  /** Does what the job does once its time has come; a crash repeats it. */
  const timeToMail = async (jobId: string) => {
    for (const _run of [1, 2]) {
      await newsMailWork.run({ userId: ada.user.id }, { ...IN_JOB, jobId: `${jobId}:${ada.user.id}` });
    }
  };
  const choose = (body: object) => ada.call(updateProfile, { params: { id: ada.user.id }, body });
  const opened = (key: string) => makersNews.emit({ eventId: event.id, type: 'opened', key });
  const failed = (name: string) =>
    makersNews.emit({ eventId: event.id, type: 'clipFailed', key: name, facts: { names: [name] } });

  it('come once, with what has not been seen and has no mail of its own', async () => {
    await opened('');
    await failed('Theo');
    await clipIsIn('a', 'Omar');
    await paid('p', 100);
    expect(await planned()).to.have.length(1);
    await timeToMail('one');
    expect(await mailed()).to.deep.equal([['A clip from Theo can’t be played', 'Ruth opened it']]);
    await timeToMail('two');
    expect(await mailed()).to.have.length(1);
  });

  it('come with twelve lines, however long the words in them are, and cut no emoji in half', async () => {
    await choose({ notifications: { answers: true } });
    for (const at of Array(13).keys()) {
      const [name, note] = [`Guest ${at}`, `${'.'.repeat(at % 2)}${'🎂'.repeat(190)}`];
      const facts = { answer: 'maybe' as const, note, names: [name] };
      await makersNews.emit({ eventId: event.id, type: 'rsvp', key: name, facts });
    }
    await timeToMail('one');
    expect((await mailed())[0]).to.have.length(12);
    const mail = await jobs().findOne({ 'data.template': 'news', 'data.to': ada.user.email });
    expect(mail?.data.values.lines).to.include('🎂…').and.not.include('\ufffd');
  });

  it('come an hour after the last one, also about a line that was in it and has grown', async () => {
    const signed = (name: string) =>
      makersNews.emit({ eventId: event.id, type: 'guestbook', key: name, facts: { names: [name] } });
    await choose({ notifications: { guestbook: true } });
    await signed('Mei');
    const before = Date.now();
    await timeToMail('one');
    const after = Date.now();
    await jobs().deleteMany({ type: 'news.mail', 'data.userId': ada.user.id });
    await signed('Jo');
    const [job] = await planned();
    expect(job?.runAt.getTime()).to.be.within(before + HOUR, after + HOUR);
  });

  it('say nothing of what was seen on an open tab, of kinds that are off, and after unsubscribing', async () => {
    await opened('');
    await ada.call(seeNotifications, {});
    await timeToMail('one');
    await choose({ notifications: { stuck: false } });
    await failed('Theo');
    await timeToMail('two');
    await choose({ notifications: { stuck: true, news: false } });
    await failed('Mei');
    await timeToMail('three');
    expect(await mailed()).to.deep.equal([]);
  });

  it('come at 6 pm where the person is, with all that is new, if they want one a day', async () => {
    await choose({ mailPace: 'daily', timeZone: 'Asia/Tokyo' });
    await clipIsIn('a', 'Omar');
    await opened('');
    const [job, ...more] = await planned();
    expect(more).to.deep.equal([]);
    const tokyo = { timeZone: 'Asia/Tokyo', hourCycle: 'h23', timeStyle: 'short' } as const;
    expect(new Intl.DateTimeFormat('en-GB', tokyo).format(job?.runAt)).to.equal('18:00');
    expect(await addressFor(ada.user.id, 'clipArrived'), 'a mail of its own').to.equal(null);
    await timeToMail('one');
    expect(await mailed()).to.deep.equal([['Ruth opened it', 'Omar sent a clip']]);
  });
});
