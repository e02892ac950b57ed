import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'puppeteer';
import { cutOff } from './cut-off.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Narrowest phone, phone, a desk at 200 %, tablet, desk: widths in CSS pixels and their heights. */
const SIZES = { 320: 640, 360: 740, 640: 400, 768: 1024, 1280: 800 } as const;

/** Violations of axe-core and content cut off on a page in its current state: phone and desktop, light and dark. */
export async function lookOver(page: Page): Promise<string[]> {
  await page.evaluate(await source);
  const wrong: string[] = [];
  const note = (where: string, found: string[]) => void wrong.push(...found.map((each) => `${where}: ${each}`));
  for (const [width, ...themes] of [[360, 'light', 'dark'], [320], [640], [768], [1280, 'dark', 'light']] as const) {
    await page.setViewport({ width, height: SIZES[width] });
    for (const [index, value] of themes.entries()) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      const where = width === 360 && index === 0 ? 'everywhere' : 'in front';
      note(`${width} ${value}`, await violations(page, index === 0 ? 'all' : 'colours', where));
    }
    note(`${width}`, await cutOff(page));
    if (themes.length === 0) continue;
    await withLargeText(page, async () => note(`${width} with text at 200 %`, await cutOff(page)));
  }
  return wrong;
}

/** Text twice as large, as people set it in their browser. */
async function withLargeText(page: Page, look: () => Promise<void>): Promise<void> {
  const browser = await page.createCDPSession();
  const size = (standard: number) => browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
  await size(32);
  await look();
  await size(16);
  await browser.detach();
}

/** @param where `in front`: an open dialog only, if there is one, as what lies behind is looked over as a screen of its own */
function violations(page: Page, rules: 'all' | 'colours', where: 'everywhere' | 'in front'): Promise<string[]> {
  return page.evaluate(
    async (tags, onlyColours, inFront) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      // Colours on their way from one to another are neither. Where they go to may set off further ones.
      for (let round = 0; round < 10; round++) {
        const moving = document
          .getAnimations()
          .filter((each) => each.playState !== 'finished' && each.effect?.getTiming().iterations === 1);
        if (moving.length === 0) break;
        for (const each of moving) each.finish();
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      const options: axe.RunOptions = {
        runOnly: onlyColours ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: tags },
        resultTypes: ['violations'],
      };
      const dialogs = inFront ? [...document.querySelectorAll('dialog:modal')] : [];
      const found = await checker.run(dialogs.length > 0 ? { include: dialogs } : document, options);
      return found.violations.map(({ id, nodes }) => {
        const [first] = nodes;
        return `${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')} (${first?.failureSummary?.replace(/\s+/g, ' ')})`;
      });
    },
    RULES,
    rules === 'colours',
    where === 'in front',
  );
}

/** Goes through a page by Tab, and says where the focus can't be seen. */
export async function tabThrough(page: Page): Promise<{ stops: number; wrong: string[] }> {
  const wrong: string[] = [];
  await page.evaluate(() => window.scrollTo(0, 0));
  for (let stops = 0; ; stops++) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(async () => {
      const element = document.activeElement;
      if (!element || element === document.body || element.hasAttribute('data-been')) return null;
      element.setAttribute('data-been', '');
      // A file field hidden under its label shows its focus there.
      const shown = (element.matches('.l-unseen') ? element.closest('label') : element) ?? element;
      const name = element.outerHTML.slice(0, 100);
      if (getComputedStyle(shown).outlineStyle === 'none') return `no ring: ${name}`;
      for (let round = 0; ; round++) {
        const { left, top, width, height } = shown.getBoundingClientRect();
        const x = Math.min(Math.max(left + width / 2, 1), window.innerWidth - 1);
        const there = document.elementFromPoint(x, top + Math.min(height / 2, 40));
        if (there && (shown.contains(there) || there.contains(shown))) return '';
        if (round === 60) return `hidden: ${name} under ${there?.outerHTML.slice(0, 80)}`;
        // It may still be on its way into view.
        await new Promise(requestAnimationFrame);
      }
    });
    if (seen === null || stops > 120) return { stops, wrong };
    if (seen) wrong.push(seen);
  }
}
