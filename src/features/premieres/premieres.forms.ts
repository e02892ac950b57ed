import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { zonedToUtc } from '../../shared/zoned-time.ts';
import { planPremiereAction } from './premieres.routes.ts';

/** Planning a premiere, with and without script. */
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
