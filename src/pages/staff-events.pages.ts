import * as z from 'zod';
import type { RefusedAct } from '../../views/staff/desk-act.tsx';
import { StaffEventPage, staffEventHead } from '../../views/staff-event.page.tsx';
import { StaffEventsPage, staffEventsHead } from '../../views/staff-events.page.tsx';
import { storyOf } from '../features/desk/event-story.service.ts';
import { savedFilters } from '../features/desk/saved-filters.service.ts';
import * as acts from '../features/desk/staff-events.routes.ts';
import { listStaffEvents, toStaffEvents } from '../features/desk/staff-events.service.ts';
import { storageOf } from '../features/desk/storage-use.service.ts';
import { noSuchEvent } from '../features/events/events.access.ts';
import { findEvent } from '../features/events/find-events.service.ts';
import { present } from '../features/events/view-event.service.ts';
import { rendersOf } from '../features/films/film-files.service.ts';
import { reportsOf } from '../features/support/handle-reports.service.ts';
import { liftSuspensionAction, suspendEventAction } from '../features/support/moderation.routes.ts';
import { recentSecondStep, secondStepOf } from '../features/two-factor/recent-proof.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form, ownForm, type RefusedForm } from '../platform/http/forms.ts';
import { EVENT_SHOWS } from '../shared/contracts/staff-events.ts';
import { filterQuery } from '../shared/desk-lists.ts';
import type { ViewerUser } from '../shared/viewer.ts';
import { zonedToUtc } from '../shared/zoned-time.ts';
import { actForm, deskFrame, deskUser, idIn, refusedAct } from './desk-frame.ts';
import { type PageContext, type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';

const LIST = '/staff/events';
const ONE = `${LIST}/:id`;
const SHOWN = 50;

export const staffEventPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('event.suspend'), async ({ viewer, query, user }) => {
    const q = (query.q ?? '').trim().slice(0, 100);
    const show = EVENT_SHOWS.find((each) => each === query.show) ?? 'all';
    const { cursor } = query;
    const [frame, saved, { events, total, nextCursor }] = await Promise.all([
      deskFrame(viewer),
      savedFilters(user.id, 'events'),
      listStaffEvents({ q, show, cursor, limit: SHOWN }, user),
    ]);
    const kept = filterQuery({ q, show: show === 'all' ? '' : show });
    const nextHref = nextCursor && `${LIST}?${kept}&cursor=${nextCursor}`;
    const props = { frame, events, total, q, show, saved, query: kept, nextHref, isLater: cursor !== undefined };
    return page({ view: StaffEventsPage, props, head: staffEventsHead() });
  }),
  pageRoute(ONE, staffWho('event.suspend'), (context) => eventPage(context, null)),
];

/** What staff do with an event, without script. */
export function staffEventForms(pages: Pages): Form[] {
  const failed = async (refused: RefusedForm) => {
    const { viewer, user } = deskUser(refused, 'event.suspend');
    const { error, req, res } = refused;
    const shown = await eventPage({ viewer, user, req, params: { id: idIn(req) }, query: {} }, refusedAct(refused));
    await sendPage(pages, req, res, { ...shown, status: error.status });
  };
  const done = ({ params, req }: { params: Record<string, string>; req: RefusedForm['req'] }) =>
    `${LIST}/${params.id}?done=${req.path.split('/').at(-1)}`;
  const byId = ({ id = '' }: Record<string, string>) => ({ params: { id } });
  const noted = z.object({ note: z.string().optional() });
  return [
    form(suspendEventAction, {
      path: `${ONE}/suspend`,
      body: actForm.extend({ why: z.string().optional() }),
      input: ({ params, body }) => ({ ...byId(params), body }),
      done,
      failed,
    }),
    form(liftSuspensionAction, {
      path: `${ONE}/lift`,
      body: noted,
      input: ({ params, body }) => ({ ...byId(params), body }),
      done,
      failed,
    }),
    form(acts.extendEventAction, {
      path: `${ONE}/extend`,
      body: noted.extend({ day: z.string().default(''), timeZone: z.string().default('UTC') }),
      input: ({ params, body: { day, timeZone, note } }) => ({
        ...byId(params),
        body: { deadline: zonedToUtc(`${day}T23:59`, timeZone)?.toISOString() ?? '', ...(note && { note }) },
      }),
      done,
      failed,
    }),
    form(acts.transferEventAction, {
      path: `${ONE}/transfer`,
      body: actForm.extend({ email: z.string().default('') }),
      input: ({ params, body }) => ({ ...byId(params), body }),
      done,
      failed,
    }),
    form(acts.restoreStaffEventAction, {
      path: `${ONE}/restore`,
      body: noted,
      input: ({ params, body }) => ({ ...byId(params), body }),
      done,
      failed,
    }),
    // The second step is asked for here, as a download takes no code.
    ownForm({
      path: `${ONE}/package`,
      access: staffWho('event.package'),
      requires: [recentSecondStep],
      body: actForm,
      run: ({ params }) => `/api/admin/viddaypackage/${encodeURIComponent(params.id ?? '')}`,
      failed,
    }),
  ];
}

type Asked = Pick<PageContext, 'viewer' | 'query' | 'req' | 'params'> & { user: ViewerUser };

async function eventPage({ viewer, user, req, params, query }: Asked, refused: RefusedAct | null): Promise<AnyPage> {
  const event = await findEvent(params.id);
  if (!event || event.ownership === 'draft') throw noSuchEvent();
  const [frame, proof, [row], shown, renders, reports, story, storage] = await Promise.all([
    deskFrame(viewer),
    secondStepOf(req, user.id),
    toStaffEvents([event], user),
    present(event, user.role === 'admin' ? 'admin' : 'editor'),
    rendersOf(event.id),
    reportsOf(event.id),
    storyOf(event),
    storageOf(event.id),
  ]);
  if (!row) throw noSuchEvent();
  const props = {
    frame,
    event: row,
    timeZone: event.timeZone,
    recipients: event.recipients.map(({ firstName, lastName }) => `${firstName} ${lastName ?? ''}`.trim()),
    suspendedWhy: event.suspension?.why ?? null,
    clips: shown.media ?? [],
    film: shown.film ?? null,
    renders,
    reports,
    story,
    storage,
    proof,
    refused,
    done: query.done ?? null,
  };
  return page({ view: StaffEventPage, props, head: staffEventHead() });
}
