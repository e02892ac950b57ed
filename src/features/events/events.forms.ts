import { z } from 'zod';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { objectId } from '../../shared/contracts/common.ts';
import { restoreEvent } from './events.service.ts';

/** Brings a deleted event back, as My VidDays asks without script. */
export function eventForms(renderError: (form: RefusedForm) => Promise<void> | void): Form[] {
  return [
    form({
      path: '/dashboard/deleted',
      body: z.object({ id: objectId }),
      async handle({ body: { id }, viewer }) {
        const { uuid } = await restoreEvent(id, viewer);
        return `/e/${uuid}`;
      },
      refused: renderError,
    }),
  ];
}
