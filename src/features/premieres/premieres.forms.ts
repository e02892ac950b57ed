import * as z from 'zod';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { timeZone } from '../../shared/contracts/common.ts';
import { zonedToUtc } from '../../shared/zoned-time.ts';
import { planPremiereAction } from './premieres.routes.ts';

/** Planning a premiere, with and without script. */
export function premiereForms(failed: (form: RefusedForm) => Promise<void> | void): Form[] {
  return [
    form(planPremiereAction, {
      path: '/e/:ref/premiere/plan',
      body: z.object({ day: z.string().max(20), time: z.string().max(20), timeZone: z.string().max(64) }),
      input: ({ params, body: { day, time, timeZone: zone } }) => ({
        params: { id: params.ref ?? '' },
        body: { startsAt: startOf(day, time, zone) },
      }),
      done: ({ params }) => pathOf(params),
      failed,
    }),
  ];
}

/** What can't be read is a time that is over, which the action refuses after access. */
function startOf(day: string, time: string, zone: string): string {
  const known = timeZone.safeParse(zone);
  const start = known.success ? zonedToUtc(`${day}T${time}`, known.data) : null;
  return (start ?? new Date(0)).toISOString();
}

function pathOf({ ref = '' }: Record<string, string>): string {
  return `/e/${encodeURIComponent(ref)}/premiere`;
}
