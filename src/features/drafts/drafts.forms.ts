import * as z from 'zod';
import { signedInUser } from '../../platform/http/access-rules.ts';
import { type Form, ownForm, type RefusedForm } from '../../platform/http/forms.ts';
import { line } from '../../shared/contracts/common.ts';
import { NAME_MAX } from '../../shared/limits.ts';
import { inPerson } from '../users/own-account.service.ts';
import { addToAccount, bringBack } from './left-drafts.service.ts';
import { putAwayPrepared } from './session-drafts.service.ts';

/** The page with the form. */
export interface DraftPages {
  renderDashboard(form: RefusedForm): Promise<void> | void;
}

const body = z.object({ answer: z.enum(['mine', 'named', 'not-mine']), name: line(NAME_MAX).optional() });

/** Claims the drafts left in this browser, without script in My VidDays. */
export function draftForms({ renderDashboard }: DraftPages): Form[] {
  return [
    ownForm({
      path: '/dashboard/prepared',
      access: signedInUser,
      requires: [inPerson],
      body,
      async run({ body: { answer, name = '' }, user, req, log }) {
        if (answer === 'not-mine') await putAwayPrepared(req);
        else if (answer === 'mine') await addToAccount(user, req, log);
        else await bringBack(user, name, req, log);
        return '/dashboard';
      },
      failed: renderDashboard,
    }),
  ];
}
