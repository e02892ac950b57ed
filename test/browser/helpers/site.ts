import { newUser, type SignedInUser } from '../../helpers/user.ts';
import { useWeb } from '../../helpers/web-app.ts';
import { startBrowser, type TestBrowser, type WatchedPage } from './chromium.ts';
import { signInAs } from './sign-in.ts';

/** A site without a worker, and a desk's page for each test; both are there only inside of hooks and tests. */
export interface Site {
  readonly origin: string;
  /** Somebody with an account. */
  readonly user: SignedInUser;
  readonly open: WatchedPage;
  /** Signs in the page's browser. Default: `user`. */
  signIn(who?: SignedInUser): Promise<void>;
  /** Opens a path in the page and waits until its shell takes part. */
  visit(path: string): Promise<void>;
  /** Waits until an island of a page takes part. */
  alive(page: WatchedPage['page'], name: string): Promise<void>;
  /** Text of what has the focus. */
  focused(): Promise<string | null>;
}

/** Starts both before the tests of the surrounding `describe` and closes them afterwards. */
export function useSite(): Site {
  const web = useWeb();
  let chromium: TestBrowser | null = null;
  let user: SignedInUser | null = null;
  let open: WatchedPage | null = null;
  before(async () => {
    chromium = await startBrowser();
    user = await newUser(web().origin);
  });
  after(() => chromium?.close());
  beforeEach(async () => {
    open = (await chromium?.open({ width: 1280, height: 800, touch: false })) ?? null;
  });
  afterEach(() => open?.close());

  const there = <T>(part: T | null): T => {
    if (part === null) throw new Error('The site is there only inside of hooks and tests');
    return part;
  };
  const alive: Site['alive'] = async (page, name) => {
    await page.waitForSelector(`vd-island[data-name="${name}"][data-alive]`);
  };
  return {
    get origin() {
      return web().origin;
    },
    get user() {
      return there(user);
    },
    get open() {
      return there(open);
    },
    signIn: (who) => signInAs(who ?? there(user), there(open).context),
    async visit(path) {
      await there(open).page.goto(web().origin + path);
      await alive(there(open).page, 'shell');
    },
    alive,
    focused: () => there(open).page.evaluate(() => document.activeElement?.textContent ?? null),
  };
}
