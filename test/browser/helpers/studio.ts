import { deleteEvent, type Event } from '../../../src/shared/contracts/events.ts';
import { copyClipTo } from '../../helpers/copied-clips.ts';
import { settledMedia, startEvent } from '../../helpers/giving.ts';
import { seemReady } from '../../helpers/ready-clips.ts';
import { newUser, type SignedInUser } from '../../helpers/user.ts';
import { useWholeApp } from '../../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './chromium.ts';
import { giveWords } from './giving.ts';
import { signInAs } from './sign-in.ts';
import { openStrict, type StrictPage } from './strict-page.ts';

/** App, browser and a signed-in organiser for the tests of the surrounding `describe`. Without a worker, cards that are ready can't be played. */
export function useStudio(options: Parameters<typeof useWholeApp>[0] = {}) {
  const app = useWholeApp(options);
  let chromium: TestBrowser;
  let organiser: SignedInUser;
  let opened: StrictPage[] = [];
  let unprepared: Event | null = null;
  let card: Promise<string> | null = null;

  before(async () => {
    chromium = await startBrowser(['--autoplay-policy=no-user-gesture-required']);
    organiser = await newUser(app().origin);
  });
  afterEach(async () => {
    for (const page of opened) await page.close();
    opened = [];
    if (!unprepared) return;
    const { id } = unprepared;
    unprepared = null;
    await organiser.call(deleteEvent, { params: { id } }).finally(() => app().resumeWorker());
  });
  after(() => chromium?.close());

  /** A desktop's page of somebody who is signed in, with nothing on it yet. Default: of the organiser. */
  async function tab(as: SignedInUser = organiser): Promise<StrictPage> {
    const studio = await openStrict(chromium, { width: 1280, height: 800, touch: false });
    opened.push(studio);
    await signInAs(as, studio.context);
    return studio;
  }

  /** Opens the studio of an event on a desktop. Default: as its organiser. */
  async function open({ uuid }: Pick<Event, 'uuid'>, as: SignedInUser = organiser): Promise<StrictPage> {
    const studio = await tab(as);
    await studio.visit(`${app().origin}/e/${uuid}`);
    return studio;
  }

  /** Starts an event with a text card of Mia's, ready for the film: the tests of a file have one prepared, and each copies it. */
  async function startWithCard(): Promise<{ event: Event; clipId: string }> {
    const event = await startEvent(organiser, { recipients: [{ firstName: 'Ruth' }] });
    card ??= prepareCard().catch((error: Error) => {
      card = null;
      throw error;
    });
    return { event, clipId: await copyClipTo(app().connection, await card, event) };
  }

  /** The same, and its studio. */
  async function openNew(): Promise<{ event: Event; clipId: string; studio: StrictPage }> {
    const started = await startWithCard();
    return { ...started, studio: await open(started.event) };
  }

  /** The worker stands still until the test is over, and never sees to the event: of changes it is only tested that they are kept. */
  function keepUnprepared(event: Event): void {
    unprepared = event;
    app().pauseWorker();
  }

  async function prepareCard(): Promise<string> {
    const event = await startEvent(organiser);
    const { media } = await giveWords(app().origin, event.uuid, 'Mia', 'You taught me to swim.');
    if (options.hasWorker === false) await seemReady(app().connection, event, [media], 6);
    else await settledMedia(organiser, event);
    // Nobody needs the titles of its film.
    await organiser.call(deleteEvent, { params: { id: event.id } });
    return media.id;
  }

  return { app, organiser: () => organiser, open, openNew, startWithCard, keepUnprepared, tab };
}
