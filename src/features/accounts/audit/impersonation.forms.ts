import { z } from 'zod';
import { type Form, form, type RefusedForm } from '../../../platform/http/forms.ts';
import { stopImpersonating } from './impersonation.service.ts';

/** `POST /auth/stop-impersonating`, as the bar of every page posts it without script. */
export function impersonationForms(refused: (form: RefusedForm) => Promise<void> | void): Form[] {
  return [
    form({
      path: '/auth/stop-impersonating',
      body: z.object({}),
      async handle({ viewer, req }) {
        await stopImpersonating(req, viewer);
        return '/dashboard';
      },
      refused,
    }),
  ];
}
