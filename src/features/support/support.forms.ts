import { z } from 'zod';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { reportEvent } from './reports.service.ts';

/** `POST /e/REF/report`, as the box on an event's page posts it without script; goes back to the page, which then thanks. */
export function supportForms(renderError: (form: RefusedForm) => Promise<void> | void): Form[] {
  return [
    form({
      path: '/e/:ref/report',
      body: z.object({}),
      async handle({ params, viewer }) {
        const ref = params.ref ?? '';
        await reportEvent(ref, viewer);
        return `/e/${encodeURIComponent(ref)}?reported=1`;
      },
      refused: renderError,
    }),
  ];
}
