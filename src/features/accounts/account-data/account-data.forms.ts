import { z } from 'zod';
import { type Form, form, type RefusedForm } from '../../../platform/http/forms.ts';
import { HOME, own } from '../../account-screens.ts';
import { keepAccountAction } from './account-data.routes.ts';

/** `POST /auth/keep-account`, as the bar of every page posts it without script for who signed in to an account that is to go. */
export function accountDataForms(failed: (form: RefusedForm) => Promise<void> | void): Form[] {
  return [
    form(keepAccountAction, {
      path: '/auth/keep-account',
      body: z.object({}),
      input: (sent) => ({ params: own(sent) }),
      done: () => HOME,
      failed,
    }),
  ];
}
