import { once } from 'node:events';
import { expect } from 'chai';
import type { Page } from 'puppeteer';
import type { Event } from '../../src/shared/contracts/events.ts';
import { eventually } from '../helpers/eventually.ts';
import { startEvent } from '../helpers/giving.ts';
import { type EmbeddedServer, startEmbedded } from '../helpers/mongo-server.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { startTestWeb, type TestWeb } from '../helpers/web-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { giveWords } from './helpers/giving.ts';
import { keepAnswer } from './helpers/kept-answer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

/** Keeps the page's connections in `lines`, and what it asks to join by in `held` while `isHeld`. */
const KEEP_LINES = `{
  window.lines = [];
  window.held = [];
  window.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      window.lines.push(this);
    }
    send(data) {
      if (window.isHeld && String(data).includes('event:join')) window.held.push(() => super.send(data));
      else super.send(data);
    }
  };
}`;

const RELEASE = 'window.isHeld = false; for (const send of held) send()';

describe('a studio that hears of changes live', function () {
  this.timeout(600_000);
  let folder: string;
  let server: EmbeddedServer;
  let web: TestWeb;
  let chromium: TestBrowser;
  let organiser: SignedInUser;
  let event: Event;
  let studio: StrictPage;
  let heard: (packet: RegExp) => Promise<unknown>;

  before(async () => {
    folder = await tempFolder();
    server = await startEmbedded(folder, 0);
    web = await startTestWeb({ env: { MONGODB_URI: `${server.uri.replace(/\/+$/, '')}/lines` } });
    chromium = await startBrowser();
    organiser = await newUser(web.origin);
  });
  after(async () => {
    await chromium?.close();
    await web?.close();
    await stopDatabase();
  });
  beforeEach(async () => {
    event = await startEvent(organiser, { recipients: [{ firstName: 'Ruth' }] });
    studio = await openStrict(chromium, { width: 1280, height: 800, touch: false });
    await studio.page.evaluateOnNewDocument(KEEP_LINES);
    heard = await listen(studio.page);
    await signInAs(organiser, studio.context);
  });
  afterEach(() => studio.close());

  async function stopDatabase(): Promise<void> {
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  }
  async function startDatabase(): Promise<void> {
    server = await startEmbedded(folder, Number(new URL(server.uri).port));
  }
  const visit = () => studio.visit(`${web.origin}/e/${event.uuid}`);
  async function showsNewClip(clips = 1): Promise<void> {
    await giveWords(web.origin, event.uuid, 'Mia', `You taught me to swim ${clips} lengths.`);
    await studio.page.waitForFunction((n) => document.querySelectorAll('[data-clip-id]').length === n, {}, clips);
  }

  it('hears again after it could not join while the database was away', async () => {
    await studio.page.evaluateOnNewDocument('window.isHeld = true');
    await visit();
    await studio.page.waitForFunction('held.length > 0');
    await stopDatabase();
    await studio.page.evaluate(RELEASE);
    await heard(/^43\/users,.*"success":false/);
    await startDatabase();
    await showsNewClip();
  });

  it('keeps a clip that arrived while an answer without it was on its way, and hears again after the server has ended its connection', async () => {
    const { page } = studio;
    const answer = await keepAnswer(page, /^\/api\/event\/[0-9a-f]{24}$/);
    await visit();
    await heard(/^43\/users,/);
    await answer.kept();
    await showsNewClip();
    await answer.give();
    expect(await page.$$eval('[data-clip-id]', (all) => all.length)).to.equal(1);

    await page.evaluate(
      `for (const line of lines.filter(({ readyState }) => readyState === 1)) for (let i = 0; i < 200; i++) line.send('42/users,["event:leave",{}]')`,
    );
    await heard(/^41\/users,/);
    await showsNewClip(2);
    await studio.reads('.studio__saved', 'All changes saved');
  });

  it('shows what it could not load while the server was busy', async () => {
    const { page } = studio;
    await page.evaluateOnNewDocument('window.isHeld = true');
    await visit();
    await page.waitForFunction('held.length > 0');
    await giveWords(web.origin, event.uuid, 'Mia', 'You taught me to swim.');
    const refused: string[] = [];
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (refused.length === 3 || !request.url().endsWith(`/api/event/${event.id}`)) return void request.continue();
      refused.push(request.url());
      void request.respond({ status: 503, contentType: 'application/json', body: '{}' });
    });
    await page.evaluate(RELEASE);
    await eventually('a call and its retries to be refused', async () => refused.length === 3);
    await page.waitForSelector('[data-clip-id]');
  });
});

/** Gives a wait for a packet that the page receives, from now on. */
async function listen(page: Page): Promise<(packet: RegExp) => Promise<unknown>> {
  const packets: string[] = [];
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  session.on('Network.webSocketFrameReceived', ({ response }) => packets.push(response.payloadData));
  return (packet) => eventually(`${packet}`, async () => packets.some((each) => packet.test(each)));
}
