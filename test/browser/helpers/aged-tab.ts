import type { Page } from 'puppeteer';

/** The page's clock can be moved, from the next page on. Returns a function that lets hours pass, after which the tab is seen again. */
export async function ageableTab(page: Page): Promise<(hours: number) => Promise<void>> {
  await page.evaluateOnNewDocument(() => {
    const { now } = Date;
    Date.now = () => now() + Number(document.documentElement?.dataset.hours ?? 0) * 3_600_000;
  });
  return (hours) =>
    page.evaluate((passed) => {
      const { dataset } = document.documentElement;
      dataset.hours = String(Number(dataset.hours ?? 0) + passed);
      document.dispatchEvent(new Event('visibilitychange'));
    }, hours);
}
