import * as z from 'zod';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { readAllAction } from './news.routes.ts';

/** What the page of news posts without script. */
export function newsForms(renderError: (form: RefusedForm) => Promise<void> | void): Form[] {
  return [
    form(readAllAction, {
      path: '/notifications/read',
      body: z.object({}),
      input: () => ({}),
      done: () => '/notifications',
      failed: renderError,
    }),
  ];
}
