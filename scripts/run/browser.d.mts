import type { Browser } from 'puppeteer';

export function openBrowser(options?: { args?: string[]; profile?: string }): Promise<Browser>;
