import { newUser, type SignedInUser } from '../../helpers/user.ts';
import { type TestWeb, useWeb } from '../../helpers/web-app.ts';
import { startBrowser, type TestBrowser } from './chromium.ts';
import { signInAs } from './sign-in.ts';
import { openStrict, type StrictPage } from './strict-page.ts';

/** What a test of the desk begins with. */
export interface Desk {
  web(): TestWeb;
  admin(): SignedInUser;
  /** The admin’s own browser, 1280 wide. */
  open(): StrictPage;
}

/** A web process and a browser with an admin, for the tests of a file. */
export function useDesk(): Desk {
  const web = useWeb();
  let chromium: TestBrowser;
  let admin: SignedInUser;
  let open: StrictPage;
  before(async () => {
    chromium = await startBrowser();
    admin = await newUser(web().origin, { role: 'admin' });
    open = await openStrict(chromium, { width: 1280, height: 800, touch: false });
    await signInAs(admin, open.context);
  });
  after(() => chromium?.close());
  return { web, admin: () => admin, open: () => open };
}
