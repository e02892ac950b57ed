import * as z from 'zod';
import { AppError } from '../../platform/errors.ts';
import { staffWho } from '../../platform/http/access-rules.ts';
import { type Form, ownForm, type RefusedForm } from '../../platform/http/forms.ts';
import { line, objectId } from '../../shared/contracts/common.ts';
import { DESK_LISTS, deskListNames } from '../../shared/desk-lists.ts';
import { removeFilter, saveFilter } from './saved-filters.service.ts';

/** Naming a filter of a list, and removing it. */
export function savedFilterForms({
  renderError: failed,
}: {
  renderError(form: RefusedForm): Promise<void> | void;
}): Form[] {
  return [
    ownForm({
      path: '/staff/filters',
      access: staffWho('desk.open'),
      body: z.object({
        list: z.enum(deskListNames),
        name: line(40).pipe(z.string().min(1)),
        query: z.string().max(300),
      }),
      async run({ body, user }) {
        const { query } = await saveFilter(user.id, body);
        return `${DESK_LISTS[body.list].path}?${query}`;
      },
      failed,
    }),
    ownForm({
      path: '/staff/filters/:id/remove',
      access: staffWho('desk.open'),
      body: z.object({}),
      async run({ params, user }) {
        const id = objectId.safeParse(params.id);
        const list = id.success ? await removeFilter(user.id, id.data) : null;
        if (!list) throw new AppError('NOT_FOUND', { message: 'This filter is gone already.' });
        return DESK_LISTS[list].path;
      },
      failed,
    }),
  ];
}
