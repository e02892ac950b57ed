import { differs, freshPage } from '../runtime/fresh-page.ts';
import type { IslandElement } from '../runtime/island-element.ts';

/** The part of a page of the desk that is replaced; see `DeskLayout`. */
const REGION = '[data-live]';
const FIELDS = 'input, textarea, select';

/** The page as it is now, with the same line open; null when it can't be had. */
export async function loadPage(): Promise<Document | null> {
  const page = await freshPage(address());
  return page?.querySelector(REGION) ? page : null;
}

function address(): URL {
  const url = new URL(location.href);
  const open = document.querySelector<HTMLAnchorElement>(`${REGION} .desk-split__lines [aria-current] a`);
  const id = open && new URL(open.href).searchParams.get('id');
  if (id) url.searchParams.set('id', id);
  return url;
}

/** Whether a page differs from the one on the screen. */
export function hasChanged(page: Document): boolean {
  return differs(page.querySelector(REGION), document.querySelector(REGION));
}

/** Whether somebody writes, has a form open or watches something there. */
export function isInUse(region = document.querySelector(REGION)): boolean {
  if (!region) return false;
  if (document.activeElement?.matches(FIELDS) && region.contains(document.activeElement)) return true;
  if ([...region.querySelectorAll('details[open]')].some(holdsForm)) return true;
  const plays = [...region.querySelectorAll('video')].some((video) => !video.paused);
  return plays || [...region.querySelectorAll<HTMLInputElement>(FIELDS)].some(isChanged);
}

/** Shows how much waits at each place. */
export function showCounts(page: Document): void {
  for (const link of document.querySelectorAll('.desk__nav a')) {
    const fresh = page.querySelector(`.desk__nav a[href="${link.getAttribute('href')}"]`);
    if (fresh && fresh.innerHTML !== link.innerHTML) link.replaceChildren(...fresh.cloneNode(true).childNodes);
  }
}

/** Shows the page in place of the old one. Keyboard and scrolling stay where they are. */
export function showPage(page: Document): void {
  const [region, fresh] = [document.querySelector(REGION), page.querySelector(REGION)];
  if (!region || !fresh) return;
  const links = linksIn(region);
  const focused = links.indexOf(document.activeElement as HTMLElement);
  const href = links[focused]?.getAttribute('href');
  const folds = [...region.querySelectorAll('details')];
  for (const [i, fold] of fresh.querySelectorAll('details').entries()) {
    if (folds[i]?.open && !holdsForm(folds[i])) fold.open = true;
  }
  keepIslands(region, fresh);
  const { scrollX, scrollY } = window;
  region.replaceChildren(...fresh.childNodes);
  window.scrollTo(scrollX, scrollY);
  if (focused < 0) return;
  const now = linksIn(region);
  const same = now.find((link) => link.getAttribute('href') === href) ?? now[Math.min(focused, now.length - 1)];
  same?.focus({ preventScroll: true });
}

/** What runs already goes on, with what the fresh page says. Twins are those of the same name, in their order. */
function keepIslands(region: Element, fresh: Element): void {
  const running = [...region.querySelectorAll<IslandElement>('vd-island')];
  for (const island of fresh.querySelectorAll<IslandElement>('vd-island')) {
    const at = running.findIndex(({ dataset }) => dataset.name === island.dataset.name);
    const [twin] = at >= 0 ? running.splice(at, 1) : [];
    if (!twin?.show) continue;
    const { props = '{}' } = island.dataset;
    if (props !== twin.dataset.props) {
      twin.dataset.props = props;
      twin.show(JSON.parse(props));
    }
    island.replaceWith(twin);
  }
}

/** Something to fill in; a table that is folded out just stays so. */
function holdsForm(fold: Element): boolean {
  return fold.querySelector('form') !== null;
}

/** Links of a page that the shown one does not have: its new rows. */
export function newRows(page: Document): number {
  const known = new Set(linksIn(document.querySelector(REGION)).map((link) => link.getAttribute('href')));
  const all = new Set(linksIn(page.querySelector(REGION)).map((link) => link.getAttribute('href')));
  return [...all].filter((href) => !known.has(href)).length;
}

function linksIn(region: Element | null): HTMLElement[] {
  return [...(region?.querySelectorAll<HTMLElement>('a[href]') ?? [])];
}

function isChanged(field: HTMLInputElement | HTMLSelectElement): boolean {
  if (field instanceof HTMLSelectElement) {
    const [first] = field.options;
    const chosen = [...field.options].find((option) => option.defaultSelected) ?? first;
    return field.value !== (chosen?.value ?? '');
  }
  return field.type === 'checkbox' || field.type === 'radio'
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}
