import * as z from 'zod';
import { errorsPath, StaffErrorsPage, staffErrorsHead } from '../../views/staff-errors.page.tsx';
import { decideErrorAction } from '../features/errors/errors.routes.ts';
import { getError, listErrors } from '../features/errors/errors.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form } from '../platform/http/forms.ts';
import { platform } from '../platform/platform.ts';
import { ERROR_STATES } from '../shared/gathered-errors.ts';
import { kindOfKey } from '../shared/keys.ts';
import { deskFrame } from './desk-frame.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';

const LIST = '/staff/errors';
const SHOWN = 30;

export const staffErrorPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('error.handle'), async ({ viewer, query }) => {
    const state = ERROR_STATES.find((each) => each === query.show) ?? 'open';
    const { id, cursor } = query;
    const [frame, { errors, total, nextCursor }] = await Promise.all([
      deskFrame(viewer),
      listErrors({ state, cursor, limit: SHOWN }),
    ]);
    const props = {
      frame,
      isGathering: platform().config.gathersErrors,
      state,
      errors,
      total,
      nextHref: nextCursor && `${errorsPath(state)}&cursor=${nextCursor}`,
      isLater: cursor !== undefined,
      shown: kindOfKey(id) === 'id' ? await getError(id ?? '') : (errors[0] ?? null),
    };
    return page({ view: StaffErrorsPage, props, head: staffErrorsHead() });
  }),
];

/** Deciding on an error without script. */
export function staffErrorForms(): Form[] {
  return [
    form(decideErrorAction, {
      path: `${LIST}/:id`,
      // Access comes before the fields: without them nothing is wrong yet.
      body: z.object({ state: z.enum(ERROR_STATES).default('open'), note: z.string().default('') }),
      input: ({ params, body }) => ({ params: { id: params.id ?? '' }, body }),
      done: ({ data }) => errorsPath(data.state, data.id),
      failed({ error }) {
        throw error;
      },
    }),
  ];
}
