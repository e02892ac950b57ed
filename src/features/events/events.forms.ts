import * as z from 'zod';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { objectId } from '../../shared/contracts/common.ts';
import { bringBackEventAction, restoreEventAction, updateEventAction } from './events.routes.ts';

/** Without script: restores a deleted event in My VidDays, brings back an archived one, and chooses music. */
export function eventForms(failed: (form: RefusedForm) => Promise<void> | void): Form[] {
  return [
    form(restoreEventAction, {
      path: '/dashboard/deleted',
      body: z.object({ id: objectId }),
      input: ({ body }) => ({ params: body }),
      done: ({ data }) => `/e/${data.uuid}`,
      failed,
    }),
    form(bringBackEventAction, {
      path: '/e/:ref/bring-back',
      body: z.object({}),
      input: ({ params }) => ({ params: { id: params.ref ?? '' } }),
      done: ({ data }) => `/e/${data.uuid}`,
      failed,
    }),
    form(updateEventAction, {
      path: '/e/:ref/music',
      body: z.object({ trackId: z.string().max(60), start: z.coerce.number(), volume: z.coerce.number() }),
      input: ({ params, body: { trackId, start, volume } }) => ({
        params: { id: params.ref ?? '' },
        body: { trackId: trackId || null, music: { start, volume } },
      }),
      done: ({ data }) => `/e/${data.uuid}`,
      failed,
    }),
  ];
}
