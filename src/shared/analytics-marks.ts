/** What somebody did right before a page, as its address tells it: `/dashboard?gtm_event_login=password`. */
export type AnalyticsMark =
  | { name: 'sign_up' | 'login'; method: string }
  | { name: 'start_vidday'; uuid: string; eventId: string | null };

/** What becomes of marks: nothing, or they are counted for those who agree, and told to the page's `dataLayer` as well. */
export type AnalyticsMode = 'off' | 'own' | 'own+datalayer';

/** Milliseconds from the page to the moment when its marks are sent. */
export const ANALYTICS_DELAY = 4000;

const PREFIX = 'gtm_event_';
const START = `${PREFIX}start_vidday`;
/** Stands beside the start of a VidDay. */
const EVENT_ID = `${PREFIX}id`;

/** Ways in, such as `password`, `google` or `sign-in-link`. */
export const METHOD_PATTERN = /^[a-z][a-z0-9-]{0,39}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OBJECT_ID = /^[0-9a-f]{24}$/;

/** A path of ours with a mark, for the page that follows a sign-up, a login or a start. */
export function withMark(path: string, mark: AnalyticsMark): string {
  const url = new URL(path, 'http://own.invalid');
  url.searchParams.set(PREFIX + mark.name, mark.name === 'start_vidday' ? mark.uuid : mark.method);
  if (mark.name === 'start_vidday' && mark.eventId) url.searchParams.set(EVENT_ID, mark.eventId);
  return url.pathname + url.search + url.hash;
}

/** Takes the marks out of a query (`?a=b`): those that can be ours, and the query without any. */
export function takeMarks(search: string): { marks: AnalyticsMark[]; rest: string } {
  const query = new URLSearchParams(search);
  const marks: AnalyticsMark[] = [];
  for (const name of ['sign_up', 'login'] as const) {
    const method = query.get(PREFIX + name) ?? '';
    if (METHOD_PATTERN.test(method)) marks.push({ name, method });
  }
  const uuid = query.get(START) ?? '';
  const id = query.get(EVENT_ID) ?? '';
  if (UUID.test(uuid)) marks.push({ name: 'start_vidday', uuid, eventId: OBJECT_ID.test(id) ? id : null });
  const names = [...query.keys()].filter((name) => name.startsWith(PREFIX));
  // Untouched where there is nothing to take: writing a query anew may spell it differently.
  if (names.length === 0) return { marks, rest: search };
  for (const name of names) query.delete(name);
  return { marks, rest: query.size > 0 ? `?${query}` : '' };
}
