import type { BrowserContext } from 'puppeteer';
import type { Visitor } from '../../helpers/user.ts';

/** Gives a browser the cookies of somebody who is signed in, as the app sets them. */
export async function signInAs(who: Pick<Visitor, 'cookie'>, context: BrowserContext): Promise<void> {
  for (const pair of who.cookie().split('; ')) {
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    await context.setCookie({ name, value, domain: '127.0.0.1', path: '/', httpOnly: true, sameSite: 'Lax' });
  }
}
