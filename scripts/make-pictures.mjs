#!/usr/bin/env node
/**
 * Takes the README's screenshots from an app with its demo gift and writes them to static/pictures.
 *
 *   node scripts/make-pictures.mjs [--url http://localhost:3000]
 *
 * Logs in with the demo's account in the data folder. Needs Chromium (CHROMIUM_PATH, or one on the PATH).
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { openBrowser } from './run/browser.mjs';
import { pagesOf } from './run/film.mjs';
import { loadEnvironment, varDirOf } from './run/options.mjs';
import { loadShared } from './run/shared.mjs';
import { createVisitor } from './run/visitor.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FOLDER = join(ROOT, 'static/pictures');
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780, isMobile: true, hasTouch: true };
/** Device pixel ratio. */
const SCALE = 1.5;

/** Failed requests of a page. */
const missing = [];

async function demoOf(origin) {
  const demo = JSON.parse(await readFile(join(varDirOf(ROOT), 'demo.json'), 'utf8'));
  const shared = await loadShared(ROOT);
  const organiser = createVisitor({ shared, origin });
  const { email, password } = demo;
  await organiser.call(shared.accounts.login, { body: { email, password } });
  const event = await organiser.call(shared.events.getEvent, { params: { id: demo.gifts.birthday.id } });
  return { email, password, ...pagesOf(origin, event) };
}

async function openPage(browser, viewport) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ ...viewport, deviceScaleFactor: SCALE });
  // A page without its style sheet would still make a picture.
  page.on('requestfailed', (request) => {
    if (['stylesheet', 'script', 'image'].includes(request.resourceType()))
      missing.push(new URL(request.url()).pathname);
  });
  return page;
}

const show = (page, url) => page.goto(url, { waitUntil: 'networkidle2' });

async function logIn(page, origin, { email, password }) {
  await show(page, `${origin}/auth/login`);
  await page.type('input[name="email"]', email);
  await page.type('input[name="password"]', password);
  const gone = page.waitForNavigation({ waitUntil: 'networkidle2' });
  await page.click('form[action*="login"] button[type="submit"]');
  await gone;
}

/** Waits for fonts, pictures and animations. */
async function loaded(page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})));
  });
}

async function take(page, name) {
  await Promise.race([loaded(page), new Promise((resolve) => setTimeout(resolve, 4000))]);
  if (missing.length > 0)
    throw new Error(`Not taken, because files are missing: ${missing.join(', ')}. Restart the app.`);
  const file = join(FOLDER, `${name}.webp`);
  const { data, info } = await sharp(await page.screenshot())
    .webp({ quality: 78, effort: 6 })
    .toBuffer({ resolveWithObject: true });
  await writeFile(file, data);
  console.log(`${name}.webp ${info.width}x${info.height}, ${Math.round(data.length / 1024)} KB`);
}

async function takeAll(browser, origin) {
  const demo = await demoOf(origin);
  await mkdir(FOLDER, { recursive: true });

  const desk = await openPage(browser, DESK);
  await logIn(desk, origin, demo);
  await show(desk, demo.studioUrl);
  await take(desk, 'studio');

  const guest = await openPage(browser, PHONE);
  await show(guest, demo.contributeUrl);
  await take(guest, 'contribute');

  const recipient = await openPage(browser, PHONE);
  await show(recipient, demo.recipientUrl);
  await take(recipient, 'gift');
}

async function main() {
  const { values } = parseArgs({ options: { url: { type: 'string', default: 'http://localhost:3000' } } });
  loadEnvironment(ROOT);
  const browser = await openBrowser();
  try {
    await takeAll(browser, new URL(values.url).origin);
  } finally {
    await browser.close();
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
