import type { Event } from '../../../src/shared/contracts/events.ts';
import { startEvent } from '../../helpers/giving.ts';
import { newUser, type SignedInUser } from '../../helpers/user.ts';
import { useWholeApp } from '../../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './chromium.ts';
import { giveWords } from './giving.ts';
import { signInAs } from './sign-in.ts';
import { openStrict, type StrictPage } from './strict-page.ts';

/** App, browser and a signed-in organiser for the tests of the surrounding `describe`. */
export function useStudio() {
  const app = useWholeApp();
  let chromium: TestBrowser;
  let organiser: SignedInUser;
  let opened: StrictPage[] = [];

  before(async () => {
    chromium = await startBrowser(['--autoplay-policy=no-user-gesture-required']);
    organiser = await newUser(app().origin);
  });
  afterEach(async () => {
    for (const page of opened) await page.close();
    opened = [];
  });
  after(() => chromium?.close());

  /** Opens the studio of an event on a desktop. Default: as its organiser. */
  async function open({ uuid }: Pick<Event, 'uuid'>, as: SignedInUser = organiser): Promise<StrictPage> {
    const studio = await openStrict(chromium, { width: 1280, height: 800, touch: false });
    opened.push(studio);
    await signInAs(as, studio.context);
    await studio.visit(`${app().origin}/e/${uuid}`);
    return studio;
  }

  /** Starts an event, opens its studio, and gives it a first clip: the page begins without a player. */
  async function openNew(): Promise<{ event: Event; studio: StrictPage }> {
    const event = await startEvent(organiser, { recipients: [{ firstName: 'Ruth' }] });
    const studio = await open(event);
    await giveWords(app().origin, event.uuid, 'Mia', 'You taught me to swim.');
    await studio.reads('.studio__chapter-list', 'Mia');
    return { event, studio };
  }

  return { app, organiser: () => organiser, open, openNew };
}
