import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer';
import { findBrowser } from './machine.mjs';
import { removeFolder } from './remove-folder.mjs';

/** No network traffic and background work of the browser itself. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--mute-audio',
  // Widths of words as on a screen with many pixels, in the shell without windows too.
  '--font-render-hinting=none',
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess',
];

/**
 * Starts headless Chromium (`CHROMIUM_PATH`, or one of this machine). Throws when there is none.
 *
 * @param {object} [options]
 * @param {string[]} [options.args] additional arguments
 * @param {string} [options.profile] folder of a persistent profile. Default: a temporary one
 * @returns {Promise<import('puppeteer').Browser>}
 */
export async function openBrowser({ args = [], profile } = {}) {
  const executablePath = process.env.CHROMIUM_PATH || findBrowser();
  if (!executablePath)
    throw new Error(
      'Chromium is not on the PATH: install it (apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
    );
  const userDataDir = profile ?? mkdtempSync(join(tmpdir(), 'vidday-browser-'));
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await puppeteer.launch({
    executablePath,
    userDataDir,
    headless: true,
    timeout: 120_000,
    args: [...sandbox, ...QUIET, ...args],
  });
  const chromium = browser.process();
  // Puppeteer's own listener goes through a list from which each browser takes itself, and so misses every second one.
  const endAtLast = () => {
    // What has ended may have given its number to another process.
    if (chromium.exitCode === null && chromium.signalCode === null) end(chromium.pid);
    if (profile) return;
    try {
      removeFolder(userDataDir);
    } catch (error) {
      // A listener that throws would keep later ones from running.
      console.error(error);
    }
  };
  process.once('exit', endAtLast);
  const close = browser.close.bind(browser);
  browser.close = async () => {
    await close();
    if (!profile) removeFolder(userDataDir);
    process.off('exit', endAtLast);
  };
  return browser;
}

/** Ends a browser and its processes; it may end by itself meanwhile. */
function end(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') console.error(error);
  }
}
