import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer';
import { eventRoom } from '../../src/features/events/event-sockets.service.ts';
import { platform } from '../../src/platform/platform.ts';
import { createEvent, type Event } from '../../src/shared/contracts/events.ts';
import { deleteMedia, restoreMedia } from '../../src/shared/contracts/media.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, readEvent } from '../helpers/giving.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { click } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { clickOn } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

describe('removing clips in the browser', function () {
  this.timeout(600_000);
  const app = useWholeApp({ hasWorker: false });
  let chromium: TestBrowser;
  let organiser: SignedInUser;
  let event: Event;
  let open: StrictPage;

  before(async () => {
    chromium = await startBrowser();
    organiser = await newUser(app().origin);
  });
  beforeEach(async () => {
    const recipients = [{ firstName: 'Ruth' }];
    event = await organiser.call(createEvent, { body: { occasion: 'birthday', recipients } });
    open = await openStrict(chromium, { width: 1280, height: 800, touch: false });
  });
  afterEach(() => open?.close());
  after(() => chromium?.close());

  const tiles = () => open.page.$$eval('[data-clip-id]', (all) => all.length);
  const showsTiles = (count: number) =>
    open.page.waitForFunction((n) => document.querySelectorAll('[data-clip-id]').length === n, {}, count);

  /** Opens the studio and waits until it is connected: it fetches the event then. */
  async function visitConnected(): Promise<void> {
    const fetched = open.page.waitForResponse((answer) => new URL(answer.url()).pathname === `/api/event/${event.id}`);
    await open.visit(`${app().origin}/e/${event.uuid}`);
    await fetched;
  }

  it('withdraws a clip on its receipt page, restores it within the hour, and corrects the name', async () => {
    const { receiptUrl } = await giveText(newVisitor(app().origin), event, 'You taught me to swim.');
    await open.visit(receiptUrl);
    await clickOn(open.page, 'button', 'Withdraw it');
    await open.reads('h1', 'Your clip is withdrawn');
    await open.reads('[role=status]', 'Nobody else can see or download it any more. You can undo this for an hour');
    await open.visit(receiptUrl);
    await clickOn(open.page, 'button', 'Put it back');
    await open.reads('h1', 'It’s in, for Ruth');
    await clickOn(open.page, '.receipt__sender button', 'Change names or email');
    await open.page.waitForSelector('.receipt__sender-form');
    await open.page.$eval('.receipt__sender-form input[name=name]', (field) => (field as HTMLInputElement).select());
    await open.page.type('.receipt__sender-form input[name=name]', 'Grandma Lou');
    await clickOn(open.page, '.receipt__sender-form button', 'Someone else is in it too');
    await open.page.type('.receipt__sender-form input[name=other]', 'Mia');
    await clickOn(open.page, '.receipt__sender-form button', 'Save');
    await open.reads('.receipt__sender', 'From Grandma Lou and Mia');
    await clickOn(open.page, '.receipt__sender button', 'Change it again');
    await open.page.waitForSelector('.receipt__sender-form');
    const { contributor } = (await readEvent(organiser, event)).media?.[0] ?? {};
    expect(contributor).to.deep.include({ name: 'Grandma Lou', with: ['Mia'] });
    expect(open.problems).to.deep.equal([]);
  });

  it('removes everything from one person in the studio, and undoes it', async () => {
    const spammer = newVisitor(app().origin);
    for (const text of ['One', 'Two', 'Three']) await giveText(spammer, event, text);
    await giveText(newVisitor(app().origin), event, 'A real wish');
    await signInAs(organiser, open.context);
    await open.visit(`${app().origin}/e/${event.uuid}`);
    expect(await tiles()).to.equal(4);
    await click(open.page, '[data-clip-id] button');
    await clickOn(open.page, '.studio-line__picked summary, .studio-line__picked button', 'More for Anna');
    await clickOn(open.page, '.studio-line__picked button', 'Remove this person’s clips');
    await open.reads('body', 'All 3 clips from this person were removed');
    await showsTiles(1);
    await clickOn(open.page, 'button', 'Undo');
    await showsTiles(4);
    expect(open.problems).to.deep.equal([]);
  });

  it('does not bring a withdrawn clip back when an older update arrives late', async () => {
    const { media, receiptKey } = await giveText(newVisitor(app().origin), event, 'Soon gone');
    await giveText(newVisitor(app().origin), event, 'Here to stay');
    const [late, other] = (await readEvent(organiser, event)).media ?? [];
    if (!late || !other) throw new Error('Both clips were added');
    await signInAs(organiser, open.context);
    await visitConnected();
    await showsTiles(2);
    const guest = newVisitor(app().origin);
    const own = { params: { id: media.id }, query: { receipt: receiptKey } };
    await guest.call(deleteMedia, own);
    await showsTiles(1);
    const { sockets } = platform();
    sockets.emitToRoom(eventRoom(event.id, 'creator'), 'media:updated', late);
    sockets.emitToRoom(eventRoom(event.id, 'creator'), 'media:updated', { ...other, contributor: { name: 'Zoe' } });
    await open.reads('body', 'Zoe');
    expect(await tiles()).to.equal(1);
    await guest.call(restoreMedia, own);
    await showsTiles(2);
  });

  it('does not bring a withdrawn clip back when the event was fetched before and arrives late', async () => {
    const { media, receiptKey } = await giveText(newVisitor(app().origin), event, 'Soon gone');
    await giveText(newVisitor(app().origin), event, 'Here to stay');
    const before = await readEvent(organiser, event);
    const late = before.media?.map((clip) =>
      clip.id === media.id ? clip : { ...clip, revision: clip.revision + 1, contributor: { name: 'Zoe', with: [] } },
    );
    await signInAs(organiser, open.context);
    await open.page.setRequestInterception(true);
    const body = JSON.stringify({ success: true, data: { ...before, media: late } });
    const answer = (request: HTTPRequest) => request.respond({ contentType: 'application/json', body });
    const held = new Promise<HTTPRequest>((resolve) => {
      let isFirst = true;
      open.page.on('request', (request) => {
        if (new URL(request.url()).pathname !== `/api/event/${event.id}`) return void request.continue();
        if (!isFirst) return void answer(request);
        isFirst = false;
        resolve(request);
      });
    });
    await open.visit(`${app().origin}/e/${event.uuid}`);
    await showsTiles(2);
    // Fetched once messages come, for what was missed before.
    const request = await held;
    await newVisitor(app().origin).call(deleteMedia, { params: { id: media.id }, query: { receipt: receiptKey } });
    await showsTiles(1);
    // The page knows that this answer is old, and asks until no message comes in between.
    await answer(request);
    await open.reads('body', 'Zoe');
    expect(await tiles()).to.equal(1);
  });

  it('drops a clip that an outdated update brought back, with the next news of the clips', async () => {
    const guest = newVisitor(app().origin);
    const gone = await giveText(guest, event, 'Soon gone');
    const other = await giveText(newVisitor(app().origin), event, 'Here to stay');
    const late = (await readEvent(organiser, event)).media?.find(({ id }) => id === gone.media.id);
    await guest.call(deleteMedia, { params: { id: gone.media.id }, query: { receipt: gone.receiptKey } });
    await signInAs(organiser, open.context);
    await visitConnected();
    await showsTiles(1);
    if (!late) throw new Error('The clip was added');
    // Again and again, as what the page fetches once it is connected may still undo it.
    await eventually('the removed clip on the page', async () => {
      platform().sockets.emitToRoom(eventRoom(event.id, 'creator'), 'media:updated', late);
      return (await tiles()) === 2;
    });
    await organiser.call(deleteMedia, { params: { id: other.media.id }, query: {} });
    await showsTiles(0);
    expect(open.problems).to.deep.equal([]);
  });

  it('warns that the film shows a withdrawn clip, and how to replace it', async () => {
    const { media, receiptKey } = await giveText(newVisitor(app().origin), event, 'Soon gone');
    await giveText(newVisitor(app().origin), event, 'Here to stay');
    await publishByHand([media.id]);
    await signInAs(organiser, open.context);
    await open.visit(`${app().origin}/e/${event.uuid}`);
    expect(await open.text('.banner')).not.to.include('taken back');
    await newVisitor(app().origin).fetch(`/api/v2/media/${media.id}?receipt=${receiptKey}`, { method: 'DELETE' });
    await open.reads('.banner', 'The film still shows a clip that shouldn’t be in it');
    await open.reads('.banner button', 'Publish again');
  });

  /** A film of these clips, as a render leaves it in the database. */
  async function publishByHand(clipIds: string[]): Promise<void> {
    const { connection } = app();
    const eventId = new connection.base.mongo.ObjectId(event.id);
    const { insertedId } = await connection.collection('publishedmedia').insertOne({
      ...{ eventId, renderJobId: new connection.base.mongo.ObjectId(), version: 1, length: 8, title: 'For Ruth' },
      ...{ contentMark: 'mark', sources: [], clipIds, posterKey: 'none', captionsKey: 'none', chapters: [] },
      ...{ createdAt: new Date(), updatedAt: new Date() },
    });
    const deadline = new Date(Date.now() + 86_400_000);
    await connection
      .collection('events')
      .updateOne({ _id: eventId }, { $set: { currentFilmId: insertedId, status: 'finalized', deadline } });
  }
});
