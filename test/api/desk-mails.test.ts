import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Types } from 'mongoose';
import { rescueDeskMails } from '../../src/features/support/desk-mails.ts';
import { answerChat } from '../../src/shared/contracts/chat-desk.ts';
import { newChatter } from '../helpers/chat.ts';
import { eventually } from '../helpers/eventually.ts';
import { newUser, newVisitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const DESK = 'desk@vidday.example';
const MINUTE = 60_000;
const WAITING = 'chat.waiting';

describe('mails to the desk about unread messages', function () {
  this.timeout(600_000);
  const app = useWholeApp({ env: { SUPPORT_EMAIL: DESK } });
  const jobs = () => app().connection.collection('jobs');
  const messages = () => app().connection.collection('chat_messages');
  const living = (id: string) => jobs().find({ type: WAITING, 'data.conversationId': id, alive: true }).toArray();
  const mailsAbout = async (id: string) =>
    (await app().mailsTo(DESK)).filter(({ text }) => text.includes(`/staff/chat/${id}`)).reverse();

  /** Lets the time come of the one job about a conversation; answers what was mailed about it by then, oldest first. */
  async function comeTrue(id: string) {
    const [job, ...more] = await living(id);
    expect([job !== undefined, more]).to.deep.equal([true, []]);
    await jobs().updateOne({ _id: job?._id }, { $set: { dueAt: new Date(0) } });
    await settled(job?._id);
    return mailsAbout(id);
  }

  /** Until a job, and every mail by now, is done with. */
  const settled = (job: unknown) =>
    eventually('the mails', async () => {
      const open = { $or: [{ alive: true }, { endDueAt: { $exists: true } }] };
      const isOpen = { $or: [{ _id: job }, { type: 'mail.send' }], $and: [open] };
      return (await jobs().countDocuments(isOpen as object)) === 0;
    });

  it('group a burst in one mail with its messages, page and link to the desk', async () => {
    const ann = newChatter(app().origin);
    const { id } = await ann.start('Mine stops <b>at 90 percent</b>', {
      email: 'ann@example.com',
      page: '/help/start',
    });
    await ann.say(id, 'Each time');
    await ann.say(id, 'What now?');
    const [job] = await living(id);
    expect(job?.runAt.getTime() - Date.now()).to.be.within(MINUTE, 2 * MINUTE);
    const [mail, ...more] = await comeTrue(id);
    expect(more).to.deep.equal([]);
    expect(mail?.headers['reply-to']).to.equal('ann@example.com');
    for (const words of ['> Mine stops <b>at 90 percent</b>', '> Each time', '> What now?', '/help/start']) {
      expect(mail?.text).to.include(words);
    }
    expect(mail?.text).to.include(`${app().origin}/staff/chat/${id}\r\n`);
    expect(mail?.html).not.to.include('<b>');

    await ann.say(id, 'One thing more');
    const [later] = await living(id);
    expect(later?.runAt.getTime() - Date.now()).to.be.within(25 * MINUTE, 30 * MINUTE);
    const [, second, ...none] = await comeTrue(id);
    expect(none).to.deep.equal([]);
    expect(second?.text).to.include('> One thing more').and.not.to.include('Each time');
  });

  it('have no Reply-To without an address, and also come for the help form', async () => {
    const ann = newChatter(app().origin);
    const { id } = await ann.start('Hello?');
    const [mail] = await comeTrue(id);
    expect(mail?.headers['reply-to']).to.equal(undefined);
    expect(mail?.text).to.include('They left no address');

    const text = `By the form ${randomUUID()}`;
    await newVisitor(app().origin).postForm('/help/contact', { email: 'ben@example.com', text });
    const chat = await app().connection.collection('chat_conversations').findOne({ lastText: text });
    const [formed] = await comeTrue(String(chat?._id));
    expect(formed?.headers['reply-to']).to.equal('ben@example.com');
    expect(formed?.text).to.include(`> ${text}`);
  });

  it('are not sent for messages answered or read in time', async () => {
    const staff = await newUser(app().origin, { role: 'editor' });
    const ann = newChatter(app().origin);
    const { id } = await ann.start('Quick one');
    await staff.call(answerChat, { params: { id }, body: { clientId: randomUUID(), text: 'Here I am' } });
    expect(await comeTrue(id)).to.deep.equal([]);
  });

  it('are sent once, even when the job restarts after a crash before or after sending', async () => {
    const ann = newChatter(app().origin);
    const { id } = await ann.start('Only once');
    const [job] = await living(id);
    const conversationId = new Types.ObjectId(id);
    // As a worker leaves it that died after writing down what it would tell.
    const told = { at: new Date(), jobId: String(job?._id) };
    await messages().updateMany({ conversationId }, { $set: { told } });
    expect(await comeTrue(id)).to.have.length(1);
    // As one leaves it that died before the job was noted as done.
    await jobs().updateOne(
      { _id: job?._id },
      { $set: { state: 'running', alive: true, dueAt: new Date(0) }, $unset: { expireAt: '' } },
    );
    await settled(job?._id);
    expect(await jobs().findOne({ _id: job?._id })).to.include({ state: 'done', attempt: 2 });
    expect(await mailsAbout(id)).to.have.length(1);
  });

  it('are sent for a message whose process crashed', async () => {
    const ann = newChatter(app().origin);
    const { id } = await ann.start('Left behind');
    await jobs().deleteMany({ type: WAITING, 'data.conversationId': id });
    await rescueDeskMails();
    expect(await living(id), 'not while its process may still be at it').to.deep.equal([]);
    const createdAt = new Date(Date.now() - 3 * MINUTE);
    await messages().updateMany({ conversationId: new Types.ObjectId(id) }, { $set: { createdAt } });
    await rescueDeskMails();
    await rescueDeskMails();
    expect(await comeTrue(id)).to.have.length(1);
  });

  it('are sent without a notice at the desk', async () => {
    const staff = await newUser(app().origin, { role: 'editor' });
    const page = await staff.fetch('/staff/chat', { headers: { accept: 'text/html' } });
    expect(await page.text()).not.to.include('SUPPORT_EMAIL');
  });
});

describe('a desk without an address', () => {
  const web = useWeb();

  it('mails nobody, and warns staff', async () => {
    const ann = newChatter(web().origin);
    await ann.start('Is anybody there?');
    await rescueDeskMails();
    expect(await web().connection.collection('jobs').countDocuments({ type: WAITING })).to.equal(0);
    const staff = await newUser(web().origin, { role: 'editor' });
    const page = await staff.fetch('/staff/chat', { headers: { accept: 'text/html' } });
    expect(await page.text()).to.include('SUPPORT_EMAIL is not set');
  });
});
