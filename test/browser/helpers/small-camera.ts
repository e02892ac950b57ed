import type { Page } from 'puppeteer';

/** Cameras of the next pages give small pictures whatever is asked for: a recording in 1080p costs seconds of the processor. */
export async function smallCamera(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const devices = navigator.mediaDevices;
    if (!devices) return;
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = (wanted) =>
      open(
        typeof wanted?.video === 'object' ? { ...wanted, video: { ...wanted.video, width: 320, height: 180 } } : wanted,
      );
  });
}
