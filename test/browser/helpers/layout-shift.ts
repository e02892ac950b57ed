import type { Page } from 'puppeteer';
import { watchNetwork } from './network-idle.ts';

/** What moved on a page by itself: the sum of all shifts since it began to load, and each part that moved. */
export interface Shifts {
  sum: number;
  moved: string[];
}

const WATCH = `(() => {
  const seen = [];
  const nameOf = ({ node }) => (node?.className === undefined ? node?.parentElement : node)?.className ?? 'gone';
  const keep = (entries) => {
    for (const { value, hadRecentInput, sources } of entries) {
      if (!hadRecentInput) seen.push({ value, moved: sources.map(nameOf) });
    }
  };
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.layoutShifts = () => {
    keep(observer.takeRecords());
    return {
      sum: seen.reduce((sum, { value }) => sum + value, 0),
      moved: seen.flatMap(({ value, moved }) => moved.map((each) => value.toFixed(4) + ' ' + each)),
    };
  };
})()`;

/** Notes from the next page on what moves without a tap or key; answers what did, once a page has loaded everything. */
export async function watchShifts(page: Page): Promise<() => Promise<Shifts>> {
  const networkIdle = await watchNetwork(page);
  await page.evaluateOnNewDocument(WATCH);
  return async () => {
    await networkIdle();
    return (await page.evaluate('window.layoutShifts()')) as Shifts;
  };
}
