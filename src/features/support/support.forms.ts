import * as z from 'zod';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { reportEventAction } from './support.routes.ts';

/** `POST /e/REF/report`: the report form without script; redirects to the page, which shows thanks. */
export function supportForms(failed: (form: RefusedForm) => Promise<void> | void): Form[] {
  return [
    form(reportEventAction, {
      path: '/e/:ref/report',
      body: z.object({ mediaId: z.string().default('') }),
      input: ({ params, body }) => ({ params: { id: params.ref ?? '' }, body }),
      done: ({ params }) => `/e/${encodeURIComponent(params.ref ?? '')}?reported=1`,
      failed,
    }),
  ];
}
