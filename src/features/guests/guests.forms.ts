import * as z from 'zod';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { REMINDER_DAYS } from '../../shared/reminder-days.ts';
import { GROUP_MAILS, MAIL_GROUPS, NUDGE_WAYS, RSVP_ANSWERS } from '../../shared/rsvp-values.ts';
import {
  addRsvpsAction,
  inviteRsvpAction,
  mailContributorsAction,
  removeRsvpAction,
  updateRemindersAction,
  updateRsvpAction,
} from './guests.routes.ts';

const answer = z.enum(RSVP_ANSWERS);
const words = z.string().max(1000);

/** Without script: answers of guests, and the board of the organiser. */
export function guestForms(failed: (form: RefusedForm) => Promise<void> | void): Form[] {
  return [
    form(updateRsvpAction, {
      path: '/e/:ref/answer/:id',
      body: z.object({ i: words, answer, note: words.optional(), firstName: words.optional() }),
      input: ({ params, body: { i, answer, note } }) => ({
        params: { id: params.id ?? '' },
        body: { i, answer, note },
      }),
      done: ({ params, body }) => `${eventPath(params)}?i=${encodeURIComponent(body.i)}&answered=1#answer`,
      failed,
    }),
    form(addRsvpsAction, {
      path: '/e/:ref/join',
      body: z.object({ firstName: words, answer, note: words.optional() }),
      input: ({ params, body }) => ({ body: { event: params.ref ?? '', ...body } }),
      done: ({ params }) => `${eventPath(params)}?answered=1#answer`,
      failed,
    }),
    form(addRsvpsAction, {
      path: '/e/:ref/people/add',
      body: z.object({ firstName: words, email: words.optional(), phone: words.optional() }),
      input: ({ params, body }) => ({ body: { event: params.ref ?? '', people: [body] } }),
      done: ({ params }) => `${eventPath(params)}/people`,
      failed,
    }),
    form(inviteRsvpAction, {
      path: '/e/:ref/people/:id/invite',
      body: z.object({ via: z.enum(NUDGE_WAYS), message: words.optional() }),
      input: ({ params, body }) => ({ params: { id: params.id ?? '' }, body }),
      done: ({ params }) => `${eventPath(params)}/people#g-${params.id}`,
      failed,
    }),
    form(mailContributorsAction, {
      path: '/e/:ref/people/write',
      body: z.object({
        to: z.enum(MAIL_GROUPS),
        kind: z.enum(GROUP_MAILS),
        subject: words.optional(),
        message: words.optional(),
      }),
      input: ({ params, body: { subject, ...body } }) => ({
        body: { eventId: params.ref ?? '', ...body, ...(subject && { subject }) },
      }),
      done: ({ params, data }) => `${eventPath(params)}/people?mailed=${data.queued}&skipped=${data.skipped.length}`,
      failed,
    }),
    form(updateRemindersAction, {
      path: '/e/:ref/people/reminders',
      body: z.object({
        isOn: words.optional(),
        ...Object.fromEntries(REMINDER_DAYS.map((day) => [`day${day}`, words.optional()])),
      }),
      input: ({ params, body }) => ({
        params: { id: params.ref ?? '' },
        body: {
          isOn: body.isOn !== undefined,
          days: REMINDER_DAYS.filter((day) => Object.hasOwn(body, `day${day}`)),
        },
      }),
      done: ({ params }) => `${eventPath(params)}/people#reminders`,
      failed,
    }),
    form(removeRsvpAction, {
      path: '/e/:ref/people/:id/remove',
      body: z.object({}),
      input: ({ params }) => ({ params: { id: params.id ?? '' } }),
      done: ({ params }) => `${eventPath(params)}/people`,
      failed,
    }),
  ];
}

function eventPath({ ref = '' }: Record<string, string>): string {
  return `/e/${encodeURIComponent(ref)}`;
}
