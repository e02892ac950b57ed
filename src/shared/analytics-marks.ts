/** An action just completed, passed to the next page in its URL: `/dashboard?gtm_event_login=password`. */
export type AnalyticsMark =
  | { name: 'sign_up' | 'login'; method: string }
  | { name: 'start_vidday'; uuid: string; eventId: string | null };

/** `own`: counted with consent in our database; `own+datalayer`: also pushed to the page's `dataLayer`. */
export type AnalyticsMode = 'off' | 'own' | 'own+datalayer';

/** Milliseconds between page load and sending its marks. */
export const ANALYTICS_DELAY = 4000;

const PREFIX = 'gtm_event_';
const START = `${PREFIX}start_vidday`;
/** Sent with the start of a VidDay. */
const EVENT_ID = `${PREFIX}id`;

/** Sign-in methods, such as `password`, `google` or `sign-in-link`. */
export const METHOD_PATTERN = /^[a-z][a-z0-9-]{0,39}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OBJECT_ID = /^[0-9a-f]{24}$/;

/** Adds a mark to a path, for the page after a sign-up, login or start. */
export function withMark(path: string, mark: AnalyticsMark): string {
  const url = new URL(path, 'http://own.invalid');
  url.searchParams.set(PREFIX + mark.name, mark.name === 'start_vidday' ? mark.uuid : mark.method);
  if (mark.name === 'start_vidday' && mark.eventId) url.searchParams.set(EVENT_ID, mark.eventId);
  return url.pathname + url.search + url.hash;
}

/** Splits a query (`?a=b`) into its valid marks and the rest. */
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
  // Return it unchanged: serialising a query again may change its spelling.
  if (names.length === 0) return { marks, rest: search };
  for (const name of names) query.delete(name);
  const left = String(query);
  return { marks, rest: left && `?${left}` };
}
