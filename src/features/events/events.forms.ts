import { z } from 'zod';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { objectId } from '../../shared/contracts/common.ts';
import { restoreEventAction } from './events.routes.ts';

/** Restores a deleted event, without script in My VidDays. */
export function eventForms(failed: (form: RefusedForm) => Promise<void> | void): Form[] {
  return [
    form(restoreEventAction, {
      path: '/dashboard/deleted',
      body: z.object({ id: objectId }),
      input: ({ body }) => ({ params: body }),
      done: ({ data }) => `/e/${data.uuid}`,
      failed,
    }),
  ];
}
