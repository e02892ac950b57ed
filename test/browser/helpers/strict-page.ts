import type { Page } from 'puppeteer';
import type { OpenOptions, TestBrowser, WatchedPage } from './chromium.ts';
import { click } from './pointer.ts';

/** A page of somebody's own browser on which nothing may go wrong. */
export interface StrictPage extends WatchedPage {
  /** Opens an address and waits until every island that starts by itself is alive. */
  visit(url: string): Promise<void>;
  /** Clicks what matches and waits for the page that it leads to. */
  follow(selector: string): Promise<void>;
  /** Text of what matches, or of nothing. */
  text(selector: string): Promise<string>;
  /** Waits until what matches holds the text, without a reload. */
  reads(selector: string, text: string | RegExp, timeout?: number): Promise<void>;
  /** Cuts the line, or mends it; what can't be fetched meanwhile is no problem. */
  offline(isOffline: boolean): Promise<void>;
}

const CUT = 'net::ERR_INTERNET_DISCONNECTED';

/** Opens a page; `problems` also holds requests that failed or were refused. */
export async function openStrict(chromium: TestBrowser, options: OpenOptions = {}): Promise<StrictPage> {
  const open = await chromium.open(options);
  const { page, problems } = open;
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // A player gives up ranges that it no longer needs; a page that is left gives up all of its own.
    // Without script, what was to be fetched ahead is dropped with no reason given.
    if (why && why !== 'net::ERR_ABORTED' && why !== CUT) problems.push(`${why} ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  return {
    ...open,
    get problems() {
      return problems.filter((problem) => !problem.includes(CUT));
    },
    async visit(url) {
      await page.goto(url);
      await alive(page);
    },
    async follow(selector) {
      await page.waitForSelector(selector);
      await Promise.all([page.waitForNavigation(), click(page, selector)]);
      await alive(page);
    },
    text: (selector) => page.$eval(selector, (element) => element.textContent ?? '').catch(() => ''),
    async reads(selector, text, timeout = 300_000) {
      const { source, flags } = typeof text === 'string' ? { source: escaped(text), flags: '' } : text;
      await page
        .waitForFunction(
          (where, pattern, how) =>
            [...document.querySelectorAll(where)].some((each) => new RegExp(pattern, how).test(each.textContent ?? '')),
          { timeout },
          selector,
          source,
          flags,
        )
        .catch(async () => {
          const seen = await page.$$eval(selector, (all) => all.map((each) => each.textContent)).catch(() => []);
          const why = problems.length > 0 ? `; problems: ${problems.join(', ')}` : '';
          throw new Error(`${selector} does not read ${text} but ${JSON.stringify(seen)}${why}`);
        });
    },
    offline: (isOffline) => page.setOfflineMode(isOffline),
  };
}

async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('vd-island[data-when=load]')].every((each) => each.hasAttribute('data-alive')),
  );
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
