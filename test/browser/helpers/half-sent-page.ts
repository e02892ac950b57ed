import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from 'puppeteer';

const STARTED = 'http.server.request.start';

/** The page at `path` stops before the words until `sendRest`, and comes whole again after `end`. For servers in this process. */
export function stopPage(path: string, before: string): { sendRest(): void; end(): void } {
  let sendRest = () => {};
  const released = new Promise<void>((resolve) => {
    sendRest = resolve;
  });
  const onStart = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.url !== path) return;
    delete request.headers['accept-encoding'];
    const parts: Buffer[] = [];
    const [write, end] = [response.write.bind(response), response.end.bind(response)];
    response.write = (part: string | Uint8Array) => {
      parts.push(Buffer.from(part as Uint8Array));
      return true;
    };
    response.end = (part?: unknown) => {
      if (part && typeof part !== 'function') parts.push(Buffer.from(part as Uint8Array));
      const page = Buffer.concat(parts);
      const stop = page.indexOf(before);
      if (stop < 0) throw new Error(`${path} does not hold ${before}`);
      write(page.subarray(0, stop));
      void released.then(() => end(page.subarray(stop)));
      return response;
    };
  };
  subscribe(STARTED, onStart);
  return { sendRest, end: () => void unsubscribe(STARTED, onStart) };
}

/** Waits until a browser has had time to paint the part that it has of a page. */
export async function halfIsShown(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.readyState !== 'loading' || !document.querySelector('.late-clips')) return false;
    if (document.styleSheets.length === 0) return false;
    const { dataset } = document.documentElement;
    dataset.looks = String(Number(dataset.looks ?? 0) + 1);
    return Number(dataset.looks) > 10;
  });
}
