import * as z from 'zod';
import { action } from '../../platform/http/action.ts';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/keepsakes.ts';
import { atEvent } from '../events/event-rules.access.ts';
import { allowKeepsake, packKeepsake, viewKeepsake } from './keepsakes.service.ts';

const packAction = action(contracts.packKeepsake, {
  access: atEvent('keepsake.read'),
  run: ({ event, role, viewer }) => packKeepsake({ event, role }, viewer),
});

const allowAction = action(contracts.allowKeepsake, {
  access: atEvent('event.edit'),
  run: ({ event, role, body }) => allowKeepsake({ event, role }, body.isForRecipients),
});

export const keepsakeRoutes: RouteTable = [
  action(contracts.getKeepsake, {
    access: atEvent('keepsake.read'),
    run: ({ event, role }) => viewKeepsake({ event, role }),
  }),
  packAction,
  allowAction,
];

/** Packing and allowing, without script. */
export function keepsakeForms(failed: (form: RefusedForm) => Promise<void> | void): Form[] {
  const done = ({ params }: { params: Record<string, string> }) =>
    `/e/${encodeURIComponent(params.ref ?? '')}/keepsake`;
  return [
    form(packAction, {
      path: '/e/:ref/keepsake',
      body: z.object({}),
      input: ({ params }) => ({ params: { id: params.ref ?? '' } }),
      done,
      failed,
    }),
    form(allowAction, {
      path: '/e/:ref/keepsake/leave',
      body: z.object({ isForRecipients: z.enum(['yes', 'no']) }),
      input: ({ params, body }) => ({
        params: { id: params.ref ?? '' },
        body: { isForRecipients: body.isForRecipients === 'yes' },
      }),
      done,
      failed,
    }),
  ];
}
