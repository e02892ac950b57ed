import * as z from 'zod';
import { PresentsPage, presentsHead } from '../../views/presents.page.tsx';
import { titleOf } from '../features/events/event-facts.service.ts';
import { atEventOf } from '../features/events/event-rules.access.ts';
import { updatePoolAction } from '../features/presents/presents.routes.ts';
import { viewPool } from '../features/presents/view-pool.service.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { listNames } from '../shared/format.ts';
import { may } from '../shared/permissions.ts';
import { type PageContext, type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';
import { siteAtEvent } from './site.ts';

const PATH = '/e/:ref/presents';

const maker = atEventOf('pool.edit', ({ params }: PageContext) => params.ref ?? '');

/** `/e/UUID/presents`: the pool and the trees of an event, for its makers. */
export const presentsPages: readonly PageRoute[] = [
  pageRoute(PATH, maker, async ({ event, role, viewer, query }) => {
    const presents = {
      pool: await viewPool(event),
      names: listNames(
        event.recipients.map(({ firstName }) => firstName),
        'them',
      ),
      uuid: event.uuid,
      timeZone: event.timeZone,
      mayEdit: may(role, 'pool.edit'),
    };
    const note = query.saved === undefined ? null : `The pool is ${presents.pool.isOpen ? 'open' : 'closed'} now.`;
    return page({
      view: PresentsPage,
      props: { site: siteAtEvent(viewer, role), presents, isLive: viewer.user !== null, note },
      head: presentsHead({ occasion: event.occasion, title: titleOf(event) }),
    });
  }),
];

/** Opening and closing a pool without script. */
export function presentsForms(): Form[] {
  return [
    form(updatePoolAction, {
      path: `${PATH}/pool`,
      body: z.object({ isOpen: z.string().max(3).default('') }),
      input: ({ params, body }) => ({ params: { id: params.ref ?? '' }, body: { isOpen: body.isOpen === 'yes' } }),
      done: ({ params }) => `/e/${encodeURIComponent(params.ref ?? '')}/presents?saved=1`,
      failed: ({ error }: RefusedForm) => {
        throw error;
      },
    }),
  ];
}
