import type { HTTPRequest, Page } from 'puppeteer';

/** The next page that is opened has addresses of files that no longer work, as if it had been open for a day. */
export async function expireFilesOfNext(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  const onRequest = (request: HTTPRequest) => {
    if (!request.isNavigationRequest()) return void request.continue();
    page.off('request', onRequest);
    void answerExpired(request).then(() => page.setRequestInterception(false));
  };
  page.on('request', onRequest);
}

async function answerExpired(request: HTTPRequest): Promise<void> {
  const { 'accept-encoding': _, ...headers } = request.headers();
  const answer = await fetch(request.url(), { headers });
  const body = (await answer.text()).replace(/(\/files\/[^?]+\?e=)\d+/g, (_url, start) => `${start}1`);
  const kept = [...answer.headers].filter(
    ([name]) => !/^(?:content-(?:length|encoding)|transfer-encoding)$/.test(name),
  );
  await request.respond({ status: answer.status, headers: Object.fromEntries(kept), body });
}
