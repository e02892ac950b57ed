import { expect } from 'chai';
import type { Visitor } from './user.ts';
import { tagsOf } from './view.tsx';

/** A page as somebody without script sees it. */
export interface SeenPage {
  status: number;
  /** Where it leads on; null for a page. */
  location: string | null;
  html: string;
  /** What is said, without tags. */
  text: string;
  headers: Headers;
}

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

export async function see(who: Visitor, path: string): Promise<SeenPage> {
  return seen(await who.fetch(path, { headers: HTML }));
}

/** Posts a form and returns the answer. */
export async function send(who: Visitor, path: string, fields: Record<string, string> = {}): Promise<SeenPage> {
  return seen(await who.fetch(path, { method: 'POST', headers: HTML, body: new URLSearchParams(fields) }));
}

async function seen(response: Response): Promise<SeenPage> {
  const html = await response.text();
  const { status, headers } = response;
  return { status, location: headers.get('location'), html, text: textOf(html), headers };
}

/** Text of a page without its tags, with plain quotes and blanks. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!-- -->|<\/?bdi>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x27;|’/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
}

/** Attributes of the field with this name in the form that posts to `action`; fails without one. */
export function fieldOf(html: string, action: string, name: string): Record<string, string> {
  const forms = html.split('<form').filter((form) => form.includes(`action="${action}"`));
  const field = tagsOf(forms[0]?.split('</form>')[0] ?? '', 'input', 'select', 'textarea').find(
    ({ attributes }) => attributes.name === name,
  );
  if (!field) expect.fail(`There is no field ${name} in a form that posts to ${action}`);
  return field.attributes;
}

/** The one field that has the focus when the page comes, by its id; null without. */
export function focusOf(html: string): string | null {
  const focused = tagsOf(html).filter(({ attributes }) => attributes.autofocus !== undefined);
  expect(focused.length, 'fields with the focus').to.be.at.most(1);
  return focused[0]?.attributes.id ?? null;
}
