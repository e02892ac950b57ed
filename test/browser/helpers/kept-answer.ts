import type { Page } from 'puppeteer';

export interface KeptAnswer {
  /** Resolves once the server has answered. */
  kept(): Promise<unknown>;
  /** Lets the page have the answer, and resolves when it shows it. */
  give(): Promise<void>;
}

/**
 * Keeps the server’s first answer to a call of the next page from it: meanwhile, it may hear of changes.
 * @param passed answers that it gets before. Default: none
 */
export async function keepAnswer(page: Page, path: RegExp, passed = 0): Promise<KeptAnswer> {
  await page.evaluateOnNewDocument(
    (source, before) => {
      const { fetch } = window;
      const asked = new RegExp(source);
      let answers = 0;
      window.fetch = async (address, init) => {
        const answer = await fetch(address, init);
        const { pathname } = new URL(address instanceof Request ? address.url : address, window.location.href);
        if (asked.test(pathname) && answers++ === before) {
          await new Promise<void>((resolve) => Object.assign(window, { giveAnswer: resolve }));
        }
        return answer;
      };
    },
    path.source,
    passed,
  );
  return {
    kept: () => page.waitForFunction('window.giveAnswer'),
    async give() {
      await page.evaluate('giveAnswer()');
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    },
  };
}
