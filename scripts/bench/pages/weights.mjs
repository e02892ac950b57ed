import { openBrowser } from '../../run/browser.mjs';
import { runOwnApp } from '../../run/own-app.mjs';
import { loadShared } from '../../run/shared.mjs';
import { createVisitor } from '../../run/visitor.mjs';

const PAGES = [
  { name: 'home', path: '/', marketing: true },
  { name: 'an occasion', path: '/video-maker/birthday-video', marketing: true },
  { name: 'a quiet occasion', path: '/video-maker/memorial-video', marketing: true },
  { name: 'prices', path: '/pricing', marketing: true },
  { name: 'questions', path: '/faq', marketing: true },
  { name: 'log in', path: '/auth/login' },
  { name: 'start', path: '/start-a-vidday' },
];
const KB = 1024;
const UPLOADER_MAX = 90 * KB;

/**
 * Prints requests and transferred bytes of a first visit to each page, before any interaction. Returns whether
 * marketing pages load no script and the page with the uploader stays below its limit.
 *
 * @param {{ root: string }} options
 */
export async function weighPages({ root }) {
  const stop = new AbortController();
  const app = await runOwnApp({ root, stop });
  const browser = await openBrowser();
  try {
    const organiser = createVisitor({ shared: await loadShared(root), origin: app.url });
    const answer = await organiser.request('/api/event', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] }),
    });
    const { data } = await answer.json();
    const pages = [...PAGES, { name: 'adding clips', path: `/e/${data.uuid}`, uploader: true }];
    process.stdout.write(
      `\n${'KB as sent, first visit'.padEnd(26)}requests    all   page  script  style  font  picture\n`,
    );
    let isGood = true;
    for (const page of pages) isGood = (await weigh(browser, app.url, page)) && isGood;
    return isGood;
  } finally {
    await browser.close();
    await app.stop();
  }
}

async function weigh(browser, origin, { name, path, marketing, uploader }) {
  const context = await browser.createBrowserContext();
  const tab = await context.newPage();
  await tab.setViewport({ width: 360, height: 740, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  const line = await tab.createCDPSession();
  await line.send('Network.enable');
  const types = new Map();
  const bytes = { Document: 0, Script: 0, Stylesheet: 0, Font: 0, Image: 0, Other: 0 };
  let requests = 0;
  line.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    // data: URLs are part of their document.
    if (encodedDataLength === 0) return;
    requests++;
    bytes[type in bytes ? type : 'Other'] += encodedDataLength;
  });
  await tab.goto(origin + path, { waitUntil: 'networkidle0' });
  await context.close();
  const all = Object.values(bytes).reduce((sum, each) => sum + each, 0);
  const fails = (marketing && bytes.Script > 0) || (uploader && bytes.Script > UPLOADER_MAX);
  const limit = marketing ? '0 script' : uploader ? `script <= ${UPLOADER_MAX / KB} KB` : '';
  const columns = [all, bytes.Document, bytes.Script, bytes.Stylesheet, bytes.Font, bytes.Image].map((each, index) =>
    (each / KB).toFixed(1).padStart([7, 7, 8, 7, 6, 9][index]),
  );
  const verdict = limit && `  ${fails ? 'FAIL' : 'pass'} (${limit})`;
  process.stdout.write(`${name.padEnd(26)}${String(requests).padStart(8)}${columns.join('')}${verdict}\n`);
  return !fails;
}
