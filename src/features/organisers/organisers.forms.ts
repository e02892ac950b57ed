import * as z from 'zod';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { ORGANISE_PATH } from '../../shared/contracts/organisers.ts';
import { acceptOrganisingAction, addOrganiserAction, removeOrganiserAction } from './organisers.routes.ts';

/** Without script: asking, removing and accepting organisers. */
export function organiserForms(failed: (form: RefusedForm) => Promise<void> | void): Form[] {
  const boardOf = ({ ref = '' }: Record<string, string>) => `/e/${encodeURIComponent(ref)}/people#organisers`;
  return [
    form(addOrganiserAction, {
      path: '/e/:ref/people/organisers',
      body: z.object({ email: z.string().max(300) }),
      input: ({ params, body }) => ({ params: { id: params.ref ?? '' }, body }),
      done: ({ params }) => boardOf(params),
      failed,
    }),
    form(removeOrganiserAction, {
      path: '/e/:ref/people/organisers/:id/remove',
      body: z.object({}),
      input: ({ params }) => ({ params: { id: params.ref ?? '', userId: params.id ?? '' } }),
      done: ({ params, viewer }) => (params.id === viewer.user?.id ? '/dashboard' : boardOf(params)),
      failed,
    }),
    form(acceptOrganisingAction, {
      path: ORGANISE_PATH,
      body: z.object({}),
      input: ({ params }) => ({ body: { token: params.token ?? '' } }),
      done: ({ data }) => `/e/${data.uuid}`,
      failed,
    }),
  ];
}
