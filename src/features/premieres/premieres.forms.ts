import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { PREMIERE_ACTIONS } from '../../shared/contracts/premieres.ts';
import { zonedToUtc } from '../../shared/zoned-time.ts';
import { directPremiereAction, planPremiereAction } from './premieres.routes.ts';

/** Without script: planning a premiere, and what a host does in it. */
export function premiereForms(failed: (form: RefusedForm) => Promise<void> | void): Form[] {
  return [
    form(planPremiereAction, {
      path: '/e/:ref/premiere/plan',
      body: z.object({ day: z.string().max(20), time: z.string().max(20), timeZone: z.string().max(64) }),
      input: ({ params, body: { day, time, timeZone } }) => ({
        params: { id: params.ref ?? '' },
        body: { startsAt: startOf(day, time, timeZone) },
      }),
      done: ({ params }) => pathOf(params),
      failed,
    }),
    form(directPremiereAction, {
      path: '/e/:ref/premiere/direct',
      body: z.object({ action: z.enum(PREMIERE_ACTIONS) }),
      input: ({ params, body: { action } }) => ({ params: { id: params.ref ?? '' }, body: { action } }),
      done: ({ params }) => pathOf(params),
      failed,
    }),
  ];
}

function startOf(day: string, time: string, timeZone: string): string {
  const start = zonedToUtc(`${day}T${time}`, timeZone);
  if (!start) throw new AppError('FIELDS_REFUSED', { message: 'Choose a day and a time.' });
  return start.toISOString();
}

function pathOf({ ref = '' }: Record<string, string>): string {
  return `/e/${encodeURIComponent(ref)}/premiere`;
}
