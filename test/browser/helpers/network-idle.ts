import type { Page } from 'puppeteer';
import { eventually } from '../../helpers/eventually.ts';

/** Milliseconds without a request, after which a page counts as loaded. */
const IDLE = 500;

/**
 * Watches a page's requests from now on. Returns a function that waits until the document shown by then has loaded
 * everything. `page.waitForNetworkIdle` also waits for requests of earlier documents, and never hears that some of them
 * were cut off when the page was left.
 */
export async function watchNetwork(page: Page): Promise<() => Promise<void>> {
  const session = await page.createCDPSession();
  const open = new Map<string, string>();
  let shown = '';
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
    if (!frame.parentId) shown = frame.loaderId;
  });
  await session.send('Network.enable');
  await session.send('Page.enable');
  const isIdle = () => Date.now() - last >= IDLE && ![...open.values()].includes(shown);
  return async () => void (await eventually('the page to have loaded everything', async () => isIdle()));
}
