import { z } from 'zod';
import { type Form, form, type RefusedForm } from '../../../platform/http/forms.ts';
import { stopImpersonatingAction } from './impersonation.routes.ts';

/** `POST /auth/stop-impersonating`, as the bar of every page posts it without script. */
export function impersonationForms(failed: (form: RefusedForm) => Promise<void> | void): Form[] {
  return [
    form(stopImpersonatingAction, {
      path: '/auth/stop-impersonating',
      body: z.object({}),
      input: () => ({}),
      done: () => '/dashboard',
      failed,
    }),
  ];
}
