import type { Page } from 'puppeteer';
import { eventually } from '../../helpers/eventually.ts';

/** Milliseconds without a request after which a page has loaded everything. */
const IDLE = 500;

/**
 * Watches a page's requests from now on; the answer waits until the document it shows then has loaded everything.
 * `page.waitForNetworkIdle` counts the requests of earlier documents too, and never hears the end of some that were
 * cut off when the page was left.
 */
export async function watchNetwork(page: Page): Promise<() => Promise<void>> {
  const session = await page.createCDPSession();
  const open = new Map<string, string>();
  let document = '';
  let last = Date.now();
  const end = ({ requestId }: { requestId: string }) => {
    open.delete(requestId);
    last = Date.now();
  };
  session.on('Network.requestWillBeSent', ({ requestId, loaderId }) => {
    open.set(requestId, loaderId);
    last = Date.now();
  });
  session.on('Network.loadingFinished', end);
  session.on('Network.loadingFailed', end);
  session.on('Page.frameNavigated', ({ frame }) => {
    if (!frame.parentId) document = frame.loaderId;
  });
  await session.send('Network.enable');
  await session.send('Page.enable');
  const isIdle = () => Date.now() - last >= IDLE && ![...open.values()].includes(document);
  return async () => void (await eventually('the page to have loaded everything', async () => isIdle()));
}
