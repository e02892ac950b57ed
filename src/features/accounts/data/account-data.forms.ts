import { z } from 'zod';
import { signedIn } from '../../../platform/http/access.ts';
import { type Form, form, type RefusedForm } from '../../../platform/http/forms.ts';
import { refuseImpersonated } from '../audit/impersonation.service.ts';
import { keepAccount } from './account-deletion.service.ts';

/** `POST /auth/keep-account`, as the bar of every page posts it without script for who signed in to an account that is to go. */
export function accountDataForms(refused: (form: RefusedForm) => Promise<void> | void): Form[] {
  return [
    form({
      path: '/auth/keep-account',
      body: z.object({}),
      async handle({ viewer }) {
        const { id } = signedIn(viewer);
        refuseImpersonated(viewer);
        await keepAccount(id, viewer.ip);
        return '/dashboard';
      },
      refused,
    }),
  ];
}
