import type { ClickOptions, Page } from 'puppeteer';

/** Clicks what matches once it is there, enabled and at rest. Without script nothing changes after a page has loaded. */
export async function click(page: Page, selector: string, options?: ClickOptions): Promise<void> {
  if (page.isJavaScriptEnabled()) await page.locator(selector).click(options);
  else await page.click(selector, options);
}

/** Taps what matches once it can be seen and is at rest in the middle of the screen, where no bar covers it. */
export async function tap(page: Page, selector: string): Promise<void> {
  if (!page.isJavaScriptEnabled()) return page.tap(selector);
  const found = await page.locator(selector).setVisibility('visible').waitHandle();
  await page.waitForFunction(
    (element) => {
      if (!(element instanceof HTMLElement)) return true;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y } = element.getBoundingClientRect();
      const place = `${x} ${y}`;
      const rests = element.dataset.place === place;
      element.dataset.place = place;
      return rests;
    },
    { polling: 100 },
    found,
  );
  await found.tap();
}

/** Where the middle of an element is on the screen. */
export async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await (await page.waitForSelector(selector))?.boundingBox();
  if (!box) throw new Error(`${selector} has no place`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
