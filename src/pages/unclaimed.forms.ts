import type { Request } from 'express';
import { z } from 'zod';
import { keepDrafts, putAwayPrepared, takeOut } from '../features/drafts/session-drafts.service.ts';
import { claimPreparedEvents, listUnclaimedFor } from '../features/events/unclaimed-events.service.ts';
import { claimUnclaimed } from '../features/media/claims.service.ts';
import { inPerson } from '../features/users/own-account.service.ts';
import { AppError } from '../platform/errors.ts';
import { signedInUser } from '../platform/http/access-rules.ts';
import { type Form, ownForm } from '../platform/http/forms.ts';
import { createLimiter, tooMany } from '../platform/http/rate-limits.ts';
import { line } from '../shared/contracts/common.ts';
import { NAME_MAX } from '../shared/limits.ts';
import type { Viewer, ViewerUser } from '../shared/viewer.ts';
import { dashboardPage } from './dashboard.page.ts';
import { sendPage } from './page-route.ts';
import type { Pages } from './render-page.tsx';

const HOUR = 3600;
/** Limits guesses: the next person at a browser must not find the names by trying. */
const names = createLimiter('put-away-names', { points: 10, seconds: HOUR });

const body = z.object({ answer: z.enum(['mine', 'named', 'not-mine']), name: line(NAME_MAX).optional() });

/** Claims events prepared in this browser, without script in My VidDays. */
export function unclaimedForms(pages: Pages): Form[] {
  return [
    ownForm({
      path: '/dashboard/prepared',
      access: signedInUser,
      requires: [inPerson],
      body,
      async run({ body: { answer, name = '' }, user, viewer, req }) {
        if (answer === 'not-mine') await putAwayPrepared(req);
        else if (answer === 'mine') await addPrepared(user, viewer, req);
        else await bringBack(user, name, req);
        return '/dashboard';
      },
      async failed({ error, values, viewer, req, res }) {
        if (!viewer?.user) {
          res.redirect(303, '/auth/login');
          return;
        }
        const refused = { typed: String(values.name ?? ''), error: error.fields?.name ?? error.message };
        const shown = await dashboardPage({ query: {}, viewer, req }, refused);
        await sendPage(pages, req, res, { ...shown, status: error.status });
      },
    }),
  ];
}

async function addPrepared(user: ViewerUser, viewer: Viewer, req: Request): Promise<void> {
  await claimPreparedEvents(user, viewer.preparedEventIds);
  await claimUnclaimed(user.id, viewer.contributedMediaIds ?? []);
  await keepDrafts(req, { preparedEventIds: [], contributedMediaIds: [] });
}

async function bringBack(user: ViewerUser, name: string, req: Request): Promise<void> {
  const { isOver, secondsLeft } = await names.count(user.id);
  if (isOver) throw tooMany(secondsLeft, 'That’s a lot of names. Please try again in an hour.');
  const found = await listUnclaimedFor(req.session.putAwayEventIds ?? [], name);
  if (found.length === 0) {
    const words = 'We can’t find anything for that name. Please write it the way you did then.';
    throw new AppError('FIELDS_REFUSED', { message: words, fields: { name: words } });
  }
  const ids = found.map(({ id }) => id);
  await claimPreparedEvents(user, ids);
  await takeOut(req, ids);
}
