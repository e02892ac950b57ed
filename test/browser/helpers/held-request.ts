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
