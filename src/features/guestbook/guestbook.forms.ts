import * as z from 'zod';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { REACTIONS } from '../../shared/reactions.ts';
import { hideEntryAction, reportEntryAction, signGuestbookAction, takeBackEntryAction } from './guestbook.routes.ts';

const words = z.string().max(2000);
const acts = [
  ['hide', hideEntryAction, { hidden: true }],
  ['show', hideEntryAction, { hidden: false }],
] as const;

/** Without script: signing, hiding, taking back and reporting. A receipt stays in the query. */
export function guestbookForms(failed: (form: RefusedForm) => Promise<void> | void): Form[] {
  const entry = '/e/:ref/guestbook/:id';
  const body = z.object({});
  return [
    form(signGuestbookAction, {
      path: '/e/:ref/guestbook',
      body: z.object({ name: words, text: words.optional(), reaction: z.enum(REACTIONS).optional() }),
      input: ({ params, body: said }) => ({
        params: { id: params.ref ?? '' },
        body: { ...said, text: said.text || undefined },
      }),
      done: ({ req }) => pageOf(req.originalUrl),
      failed,
    }),
    ...acts.map(([name, act, change]) =>
      form(act, {
        path: `${entry}/${name}`,
        body,
        input: ({ params }) => ({ params: { id: params.id ?? '' }, body: change }),
        done: ({ req }) => pageOf(req.originalUrl),
        failed,
      }),
    ),
    form(takeBackEntryAction, {
      path: `${entry}/take-back`,
      body,
      input: ({ params }) => ({ params: { id: params.id ?? '' } }),
      done: ({ req }) => pageOf(req.originalUrl),
      failed,
    }),
    form(reportEntryAction, {
      path: `${entry}/report`,
      body,
      input: ({ params }) => ({ params: { id: params.id ?? '' } }),
      done: ({ req }) => pageOf(req.originalUrl, 'reported=1'),
      failed,
    }),
  ];
}

/** The page that a form stands on, from the form's own address. */
function pageOf(url: string, more = ''): string {
  const [path = '', query = ''] = url.split('?');
  const receipt = new URLSearchParams(query).get('receipt');
  const page = /^\/e\/[^/]+\/guestbook/.exec(path)?.[0] ?? '/';
  const all = [receipt && `receipt=${encodeURIComponent(receipt)}`, more].filter(Boolean).join('&');
  return `${page}${all && `?${all}`}#lines`;
}
