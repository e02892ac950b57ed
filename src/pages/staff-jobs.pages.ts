import * as z from 'zod';
import {
  JOB_SHOWS,
  type JobShow,
  jobsPath,
  StaffJobsPage,
  type StaffJobsPageProps,
  staffJobsHead,
} from '../../views/staff-jobs.page.tsx';
import { titleOf } from '../features/events/event-facts.service.ts';
import { findEvents } from '../features/events/find-events.service.ts';
import { listJobs } from '../features/films/staff-jobs.service.ts';
import * as acts from '../features/films/staff-renders.routes.ts';
import { listRenders } from '../features/films/staff-renders.service.ts';
import { isPreparation } from '../features/media/prepare-again.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import type { StaffJob } from '../shared/contracts/staff-renders.ts';
import type { Viewer } from '../shared/viewer.ts';
import { deskFrame, deskUser } from './desk-frame.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';

const LIST = '/staff/jobs';
const SHOWN = 30;
const DONE: Readonly<Record<string, string>> = {
  retry: 'It’s being made again.',
  cancel: 'It’s stopped.',
  publish: 'It’s the current film now.',
  'retry-job': 'It runs again.',
  'cancel-job': 'It’s cancelled, or stops in a moment.',
  render: 'The film is being made. Publish it here once it’s done.',
};

export const staffJobPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('job.handle'), ({ viewer, query }) => {
    const words = DONE[query.done ?? ''];
    return jobsPage(viewer, showOf(query.show), query.cursor, words ? { tone: 'good', words } : null);
  }),
];

/** What staff do with films, without script. */
export function staffJobForms(pages: Pages): Form[] {
  const failed = async (refused: RefusedForm) => {
    const { viewer } = deskUser(refused, 'job.handle');
    const { error, values, req, res } = refused;
    const note = { tone: 'bad' as const, words: Object.values(error.fields ?? {})[0] ?? error.message };
    const shown = await jobsPage(viewer, showOf(String(values.show ?? '')), undefined, note);
    await sendPage(pages, req, res, { ...shown, status: error.status });
  };
  const body = z.object({ show: z.string().default(''), note: z.string().optional() });
  const done =
    (what: string) =>
    ({ body: { show } }: { body: { show: string } }) => {
      const path = jobsPath(showOf(show));
      return `${path}${path.includes('?') ? '&' : '?'}done=${what}`;
    };
  const byId = ({ id = '' }: Record<string, string>) => ({ params: { id } });
  return [
    form(acts.retryRenderAction, {
      path: `${LIST}/:id/retry`,
      body,
      input: ({ params }) => ({ ...byId(params), body: {} }),
      done: done('retry'),
      failed,
    }),
    form(acts.cancelStaffRenderAction, {
      path: `${LIST}/:id/cancel`,
      body,
      input: ({ params }) => byId(params),
      done: done('cancel'),
      failed,
    }),
    form(acts.retryJobAction, {
      path: `${LIST}/:id/retry-job`,
      body,
      input: ({ params }) => ({ ...byId(params), body: {} }),
      done: done('retry-job'),
      failed,
    }),
    form(acts.cancelJobAction, {
      path: `${LIST}/:id/cancel-job`,
      body,
      input: ({ params }) => byId(params),
      done: done('cancel-job'),
      failed,
    }),
    form(acts.publishRenderAction, {
      path: `${LIST}/:id/publish`,
      body,
      input: ({ params }) => ({ ...byId(params), body: {} }),
      done: done('publish'),
      failed,
    }),
    form(acts.makeStaffRenderAction, {
      path: '/staff/events/:id/render',
      body: z.object({ note: z.string().optional() }),
      input: ({ params, body: { note } }) => ({ body: { eventId: params.id ?? '', ...(note && { note }) } }),
      done: () => `${jobsPath('films')}&done=render`,
      failed,
    }),
  ];
}

function showOf(text: string | undefined): JobShow {
  return JOB_SHOWS.find((each) => each === text) ?? 'failed-films';
}

async function jobsPage(
  viewer: Viewer,
  show: JobShow,
  cursor: string | undefined,
  note: StaffJobsPageProps['note'],
): Promise<AnyPage> {
  const asked = { cursor, limit: SHOWN };
  const isFilms = show === 'films' || show === 'failed-films';
  const [frame, films, jobs] = await Promise.all([
    deskFrame(viewer),
    isFilms ? listRenders({ ...asked, ...(show === 'failed-films' && { status: 'failed' as const }) }) : null,
    isFilms ? null : listJobs({ ...asked, state: show }),
  ]);
  const events = await findEvents(films?.renders.map(({ eventId }) => eventId) ?? []);
  const renders = (films?.renders ?? []).map((render) => {
    const event = events.find(({ id }) => id === render.eventId);
    return { ...render, title: event ? titleOf(event) : 'A VidDay that is gone' };
  });
  const nextCursor = films?.nextCursor ?? jobs?.nextCursor ?? null;
  const path = jobsPath(show);
  const nextHref = nextCursor && `${path}${path.includes('?') ? '&' : '?'}cursor=${nextCursor}`;
  const rows = (jobs?.jobs ?? []).map((job) => ({ ...job, mayCancel: isAlive(job) && !isPreparation(job.type) }));
  const props = { frame, show, renders, jobs: rows, nextHref, isLater: cursor !== undefined, note };
  return page({ view: StaffJobsPage, props, head: staffJobsHead() });
}

function isAlive({ state }: StaffJob): boolean {
  return state === 'queued' || state === 'running';
}
