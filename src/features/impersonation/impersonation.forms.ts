import * as z from 'zod';
import { type Form, form } from '../../platform/http/forms.ts';
import type { ErrorPages } from '../users/form-pages.service.ts';
import { stopImpersonatingAction } from './impersonation.routes.ts';

/** `POST /auth/stop-impersonating`, as the bar of every page posts it without script. */
export function impersonationForms(pages: ErrorPages): Form[] {
  return [
    form(stopImpersonatingAction, {
      path: '/auth/stop-impersonating',
      body: z.object({}),
      input: () => ({}),
      done: () => '/dashboard',
      failed: pages.renderError,
    }),
  ];
}
