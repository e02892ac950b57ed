import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { which } from './machine.mjs';

/**
 * Chromium (`CHROMIUM_PATH`, or `chromium` on the PATH) with a profile that goes with it.
 *
 * @returns {Promise<import('puppeteer-core').Browser>}
 */
export async function openBrowser() {
  const executablePath = process.env.CHROMIUM_PATH || which('chromium');
  const userDataDir = mkdtempSync(join(tmpdir(), 'vidday-browser-'));
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await puppeteer.launch({
    executablePath,
    userDataDir,
    headless: true,
    args: [
      ...sandbox,
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--disable-quic',
    ],
  });
  const close = browser.close.bind(browser);
  browser.close = async () => {
    await close();
    rmSync(userDataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  return browser;
}
