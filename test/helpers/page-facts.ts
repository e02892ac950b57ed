import { tagsOf } from './view.tsx';
import type { TestWeb } from './web-app.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

export interface Seen {
  path: string;
  status: number;
  html: string;
  headers: Headers;
}

/** Gets a page as a browser does; follows no redirect. */
export async function seePage(
  { origin }: Pick<TestWeb, 'origin'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<Seen> {
  const response = await fetch(origin + path, { headers: { ...HTML, ...headers }, redirect: 'manual' });
  return { path, status: response.status, html: await response.text(), headers: response.headers };
}

/** What JSON-LD holds at this type. */
type Data = Record<string, unknown> & { '@type': string };

export function structuredOf(html: string): Data[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g);
  return [...blocks].map(([, json = '']) => JSON.parse(json) as Data);
}

/** The content of the `meta` with this name or property. */
export function metaOf(html: string, key: string): string | undefined {
  return tagsOf(html, 'meta').find(({ attributes }) => attributes.name === key || attributes.property === key)
    ?.attributes.content;
}
