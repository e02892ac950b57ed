import { expect } from 'chai';
import { createAnnouncement } from '../../src/shared/contracts/announcements.ts';
import { openedEvent } from '../../src/shared/contracts/deliveries.ts';
import { deleteEvent, type Event, restoreEvent, updateEvent } from '../../src/shared/contracts/events.ts';
import { OCCASION_LIST } from '../../src/shared/occasions.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { connectSocket } from '../helpers/socket.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HOUR = 3_600_000;
const HTML = { accept: 'text/html' };
const REPORT = 'Report This Page';
const HELP = 'Found a bug or issue?';

describe('event pages', () => {
  const web = useWeb();
  let creator: SignedInUser;
  let editor: SignedInUser;
  let event: Event;

  before(async () => {
    creator = await newUser(web().origin);
    editor = await newUser(web().origin, { role: 'editor' });
  });
  beforeEach(async () => {
    event = await startEvent(creator);
  });

  const pageOf = async (who: Visitor, path: string) => (await who.fetch(path, { headers: HTML })).text();

  it('show the Report box to everybody but makers, staff included, and help lines to makers', async () => {
    for (const ref of [event.uuid, event.privateKey, event.viewKey]) {
      for (const who of [newVisitor(web().origin), await newUser(web().origin), editor]) {
        expect(await pageOf(who, `/e/${ref}`))
          .to.include(REPORT)
          .and.not.include(HELP);
      }
      expect(await pageOf(creator, `/e/${ref}`), `${ref}`)
        .to.include(HELP)
        .and.not.include(REPORT);
    }
  });

  it('show staff the public view at the event’s own address', async () => {
    const page = await pageOf(editor, `/e/${event.uuid}`);
    expect(page)
      .to.include('Say something to <bdi>Ruth</bdi>')
      .and.not.include(event.privateKey ?? '');
  });

  it('show the creator what a key’s holder sees', async () => {
    expect(await pageOf(creator, `/e/${event.privateKey}`)).to.include('Nearly wrapped');
    expect(await pageOf(creator, `/e/${event.uuid}`)).not.to.include('Nearly wrapped');
  });

  it('show announcements on the contribution, waiting and receipt page', async () => {
    const message = 'We celebrate our birthday.';
    await editor.call(createAnnouncement, { body: { type: 'promotion', message } });
    const visitor = newVisitor(web().origin);
    const receipt = await giveText(visitor, event, 'Happy birthday!');
    const paths = [`/e/${event.uuid}`, `/e/${event.privateKey}`, new URL(receipt.receiptUrl, web().origin).pathname];
    for (const path of paths) {
      await eventually(`the announcement on ${path}`, async () => (await pageOf(visitor, path)).includes(message));
    }
    expect(await pageOf(visitor, paths[2] ?? '')).to.include(HELP);
  });

  it('tell makers that it was deleted, and let its creator bring it back', async () => {
    const organiser = await newUser(web().origin);
    const organiserIds = new (web().connection.base.mongo.ObjectId)(organiser.user.id);
    const events = web().connection.collection('events');
    await events.updateOne({ uuid: event.uuid }, { $push: { organiserIds } as never });
    const open = await connectSocket(web().origin, '/users', { cookie: organiser.cookie() });
    try {
      await open.join({ event: event.uuid });
      const told = open.next('event:updated');
      await creator.call(deleteEvent, { params: { id: event.id } });
      await told;
      const path = `/e/${event.uuid}`;
      const form = 'action="/dashboard/deleted"';
      expect(await pageOf(creator, path))
        .to.include('This VidDay was deleted')
        .and.include(form);
      expect(await pageOf(organiser, path))
        .to.include('This VidDay was deleted')
        .and.not.include(form);
      expect((await newVisitor(web().origin).fetch(path, { headers: HTML })).status).to.equal(404);
      const back = open.next('event:updated');
      await creator.call(restoreEvent, { params: { id: event.id } });
      await back;
      expect(await pageOf(organiser, path)).not.to.include('This VidDay was deleted');
    } finally {
      open.close();
    }
  });

  it('count no opening by the creator or staff, with any key', async () => {
    for (const who of [creator, editor]) {
      const opened = await who.call(openedEvent, { params: { id: event.privateKey ?? '' }, query: {} });
      expect(opened.openedAt).to.equal(null);
    }
  });

  it('name every recipient in the questions of a VidDay that got another recipient, who is asked for first', async () => {
    const visitor = newVisitor(web().origin);
    const send = (fields: [string, string][]) =>
      visitor.fetch('/start-a-vidday', { method: 'POST', headers: HTML, body: new URLSearchParams(fields) });
    const common: [string, string][] = [
      ['occasion', 'birthday'],
      ['timeZone', 'Europe/Berlin'],
      ['firstName[]', 'Ruth'],
    ];
    const chosen: [string, string] = ['prompts[]', 'Describe them in three words.'];
    const grown = await (await send([...common, chosen, ['do', 'add-recipient']])).text();
    const inputs = grown.match(/<input[^>]*>/g) ?? [];
    expect(inputs.filter((input) => /autofocus/i.test(input)).join()).to.include('id="first-name-1"');
    // Sent back as a browser does, with the second name.
    const kept = inputs
      .filter((input) => / checked=""|type="hidden"/.test(input))
      .map((input): [string, string] => [
        /name="([^"]*)"/.exec(input)?.[1] ?? '',
        /value="([^"]*)"/.exec(input)?.[1] ?? '',
      ])
      .filter(([name]) => name.endsWith('[]'));
    const started = await send([...common, ['firstName[]', 'Karl'], ...kept]);
    const page = await pageOf(visitor, started.headers.get('location') ?? started.url);
    expect(page).to.include('Describe Ruth and Karl in three words.');
    expect(page).not.to.include('Describe Ruth in three words.');
  });

  it('ask who a get-well film is for, and only speak of memory for a memorial', async () => {
    const asked = { getwell: 'Who is it for?', memorial: 'Who is this film in memory of?' };
    for (const [occasion, words] of Object.entries(asked)) {
      const page = await pageOf(newVisitor(web().origin), `/start-a-vidday?occasion=${occasion}`);
      expect(page.includes('in memory of'), occasion).to.equal(occasion === 'memorial');
      expect(page).to.include(words);
    }
  });

  it('offer webApp occasions at /start-a-vidday, and start the others from their own pages', async () => {
    const visitor = newVisitor(web().origin);
    const chooser = await pageOf(visitor, '/start-a-vidday');
    for (const { type, webApp } of OCCASION_LIST) {
      expect(chooser.includes(`/start-a-vidday?occasion=${type}"`), type).to.equal(webApp);
    }
    for (const type of ['school', 'business']) {
      expect(await pageOf(visitor, `/video-maker/${type}-video`)).to.include(`/start-a-vidday?occasion=${type}`);
      expect(await pageOf(visitor, `/start-a-vidday?occasion=${type}`)).to.include('Step 2 of 2');
    }
  });

  it('send a moved deadline to open contribution pages, and nothing more', async () => {
    const guest = await connectSocket(web().origin, '/public');
    try {
      await guest.join({ event: event.uuid });
      const told = guest.next('event:updated');
      const deadline = new Date(Date.now() + HOUR).toISOString();
      await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { message: 'Sing!' } });
      await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deadline } });
      const payload = await told;
      expect(payload).to.have.all.keys('id', 'deadline', 'isClosed', 'acceptsClips', 'counts');
      expect(payload).to.include({ id: event.id, deadline, isClosed: false });
      const closed = guest.next('event:updated');
      const past = new Date().toISOString();
      await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deadline: past } });
      expect(await closed).to.include({ deadline: past, isClosed: true });
    } finally {
      guest.close();
    }
  });
});
