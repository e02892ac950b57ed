import type { Browser } from 'puppeteer-core';

export function openBrowser(options?: { args?: string[]; profile?: string }): Promise<Browser>;
