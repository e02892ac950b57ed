import { expect } from 'chai';
import { createEvent, type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { holdFirst } from './helpers/held-request.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

const DAY = 86_400_000;

describe('a moved deadline on an open contribution page', () => {
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
    const deadline = inDays(2);
    event = await organiser.call(createEvent, { body: { occasion: 'birthday', recipients, deadline } });
    open = await openStrict(chromium, { width: 360, height: 740, touch: true });
    await open.visit(`${app().origin}/e/${event.uuid}`);
    await open.reads('#time-left', /1 day|2 days/);
  });
  afterEach(() => open?.close());
  after(() => chromium?.close());

  const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

  /** The page hears of it, or asks once it is connected. */
  async function moveTo(daysFromNow: number): Promise<void> {
    const body = { deadline: inDays(daysFromNow) };
    await organiser.call(updateEvent, { params: { id: event.id }, query: {}, body });
  }

  it('updates the time left without a reload', async () => {
    await moveTo(10.5);
    await open.reads('#time-left', /\b10 days\b/);
    await moveTo(20.5);
    await open.reads('#time-left', /\b20 days\b/);
    expect(await open.page.$$eval('#time-left .countdown', (all) => all.length), 'times shown').to.equal(1);
    expect(open.problems).to.deep.equal([]);
  });

  it('shows a deadline that was moved before the page was connected', async () => {
    const { request } = await holdFirst(open.page, 'live-event');
    await open.visit(`${app().origin}/e/${event.uuid}`);
    const script = await request;
    await moveTo(10.5);
    await script.continue();
    await open.reads('#time-left', /\b10 days\b/);
    expect(open.problems).to.deep.equal([]);
  });

  it('says that the deadline has passed when it does, and takes its calendar link away', async () => {
    await moveTo(2_000 / DAY);
    await open.reads('.giving__do', 'The deadline has passed');
    expect(
      await open.page.$$eval('.giving__do input[type=file][multiple], [href$=".ics"]', (all) => all.length),
    ).to.equal(0);
    expect(open.problems).to.deep.equal([]);
  });

  it('accepts clips again when a passed deadline is moved on', async () => {
    const { connection } = app();
    const _id = new connection.base.mongo.ObjectId(event.id);
    const deadline = new Date(Date.now() - 60_000);
    await connection.collection('events').updateOne({ _id }, { $set: { deadline } });
    await open.visit(`${app().origin}/e/${event.uuid}`);
    await open.reads('.giving__do', 'The deadline has passed');
    await moveTo(5.5);
    await open.reads('#time-left', /\b5 days\b/);
    expect(await open.text('.giving__do')).to.not.include('No more clips');
    expect(await open.page.$$eval('.giving__do input[type=file]', (all) => all.length)).to.be.above(0);
    expect(open.problems).to.deep.equal([]);
  });
});
