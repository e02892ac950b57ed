import { expect } from 'chai';
import { startPurgeBus } from '../../src/platform/front-cache/shared-purge-bus.ts';
import { type Relay, startRelay } from '../../src/platform/relay/relay.ts';
import { ApiError } from '../../src/shared/api-client.ts';
import {
  type AnnouncementBody,
  activeAnnouncements,
  createAnnouncement,
  updateAnnouncement,
} from '../../src/shared/contracts/announcements.ts';
import { testLog } from '../helpers/app-config.ts';
import { useDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { connectSocket } from '../helpers/socket.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HTML = { accept: 'text/html' };
const HOUR = 3_600_000;

describe('announcements', () => {
  const web = useWeb();
  let editor: SignedInUser;
  let count = 0;

  before(async () => {
    editor = await newUser(web().origin, { role: 'editor' });
  });
  afterEach(async () => {
    for (const { id } of await active()) await close(id);
  });

  const active = () => newVisitor(web().origin).call(activeAnnouncements);
  const announce = (body: Partial<AnnouncementBody> = {}) =>
    editor.call(createAnnouncement, { body: { type: 'promotion', message: `Hello ${++count}`, ...body } });
  const close = (id: string) =>
    editor.call(updateAnnouncement, { params: { id }, body: { endsAt: new Date().toISOString() } });
  const home = async () => (await fetch(web().origin, { headers: HTML })).text();

  it('GET active answers an empty list to a visitor when there is none', async () => {
    expect(await active()).to.deep.equal([]);
  });

  it('appear on cached pages without script, and disappear once closed', async () => {
    expect(await home()).not.to.include('class="notice');
    const promotion = await announce({ message: 'Half the price <today> & tomorrow' });
    const outage = await announce({ type: 'outage', message: 'Slow on Sunday' });
    expect((await active()).map(({ id }) => id)).to.deep.equal([outage.id, promotion.id]);
    const html = await home();
    expect(html).to.include('<div class="notice"><p>Half the price &lt;today&gt; &amp; tomorrow</p>');
    expect(html).to.include('<div class="notice notice--other"><p>Slow on Sunday</p>');
    await close(promotion.id);
    expect(await home())
      .to.include('Slow on Sunday')
      .and.not.include('Half the price');
  });

  it('appear on personal pages', async () => {
    const { message } = await announce();
    expect(await (await editor.fetch('/dashboard', { headers: HTML })).text()).to.include(message);
  });

  it('add no script to a page before a tap', async () => {
    await announce();
    const html = await home();
    expect(html).to.match(/<vd-island data-name="notice" data-when="interaction" data-unless="notice:[0-9a-f]{24}"/);
    expect(html).not.to.match(/<script[^>]+src=|rel="modulepreload"/);
  });

  it('are sent to connected browsers', async () => {
    const socket = await connectSocket(web().origin, '/public');
    const heard = socket.next('announcement:changed');
    const { id } = await announce();
    expect(await heard).to.deep.equal({ id });
    socket.close();
  });

  it('appear and end at their times', async () => {
    const later = await announce({ startsAt: new Date(Date.now() + HOUR).toISOString() });
    expect(await active()).to.deep.equal([]);
    const soon = await announce({ endsAt: new Date(Date.now() + HOUR).toISOString() });
    expect(await home()).to.include(soon.message);
    // Changed only now: on a busy machine a short time would be over before it is seen.
    const endsAt = new Date(Date.now() + 300).toISOString();
    await editor.call(updateAnnouncement, { params: { id: soon.id }, body: { endsAt } });
    await eventually('its end', async () => !(await home()).includes(soon.message));
    expect(await active()).to.deep.equal([]);
    await editor.call(updateAnnouncement, {
      params: { id: later.id },
      body: { startsAt: new Date(Date.now() - 1000).toISOString() },
    });
    expect(await home()).to.include(later.message);
  });

  it('refuse an end before the start, unknown types and unknown ids', async () => {
    const refused = async (call: Promise<unknown>) => {
      const error = await call.catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ApiError);
      const { code, fields } = error as ApiError;
      return [code, ...Object.keys(fields)];
    };
    const past = new Date(Date.now() - HOUR).toISOString();
    expect(await refused(announce({ endsAt: past }))).to.deep.equal(['FIELDS_REFUSED', 'endsAt']);
    expect(await refused(announce({ type: 'Big Sale' }))).to.deep.equal(['FIELDS_REFUSED', 'type']);
    expect(await refused(announce({ message: ' ' }))).to.deep.equal(['FIELDS_REFUSED', 'message']);
    expect(await refused(close('0'.repeat(24)))).to.deep.equal(['NOT_FOUND']);
  });
});

describe('the purge bus between web processes', () => {
  const database = useDatabase();
  const relays: Relay[] = [];
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  });

  it('sends purges to the other processes, only from now on', async () => {
    const start = async () => {
      const relay = startRelay({ connection: database().connection, log: testLog() });
      relays.push(relay);
      const bus = await startPurgeBus({ redisUrl: null }, relay, testLog());
      return bus;
    };
    const heard: string[] = [];
    const late: string[] = [];
    const one = await start();
    const two = await start();
    two.subscribe((tag) => heard.push(tag));
    await one.publish('layout');
    await eventually('the first tag', async () => heard.length > 0);
    expect(heard).to.deep.equal(['layout']);
    const three = await start();
    three.subscribe((tag) => late.push(tag));
    await two.publish('catalogue');
    await eventually('the second tag', async () => late.length > 0);
    expect(late).to.deep.equal(['catalogue']);
  });
});
