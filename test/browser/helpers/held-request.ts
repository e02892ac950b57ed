import type { HTTPRequest, Page } from 'puppeteer';

/** Gives the first request whose address holds the words, which waits until it is continued. */
export async function holdFirst(page: Page, words: string): Promise<{ request: Promise<HTTPRequest> }> {
  await page.setRequestInterception(true);
  let isHeld = false;
  const request = new Promise<HTTPRequest>((resolve) => {
    page.on('request', (asked) => {
      if (isHeld || !asked.url().includes(words)) return void asked.continue();
      isHeld = true;
      resolve(asked);
    });
  });
  return { request };
}

/** Until its end, no request is answered whose address holds the words. */
export async function refuseAll(page: Page, words: string): Promise<{ end(): Promise<void> }> {
  await page.setRequestInterception(true);
  const refuse = (request: HTTPRequest) => void (request.url().includes(words) ? request.abort() : request.continue());
  page.on('request', refuse);
  return {
    async end() {
      page.off('request', refuse);
      await page.setRequestInterception(false);
    },
  };
}
