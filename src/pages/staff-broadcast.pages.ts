import type { Request } from 'express';
import * as z from 'zod';
import { BroadcastPage, type BroadcastPageProps, broadcastHead } from '../../views/staff-broadcast.page.tsx';
import { sendBroadcastAction, stopBroadcastAction } from '../features/messages/broadcasts.routes.ts';
import { latestBroadcasts, trialOf } from '../features/messages/broadcasts.service.ts';
import { secondStepOf } from '../features/two-factor/recent-proof.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { AUDIENCES } from '../shared/contracts/broadcasts.ts';
import { may } from '../shared/permissions.ts';
import { siteRoles } from '../shared/roles.ts';
import type { Viewer, ViewerUser } from '../shared/viewer.ts';
import { deskFrame } from './desk-frame.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';

const PATH = '/staff/broadcast';

/** Where admins mail all accounts of an audience. */
export const staffBroadcastPages: readonly PageRoute[] = [
  pageRoute(PATH, staffWho('broadcast.send'), ({ viewer, user, req }) => broadcastPage({ viewer, user, req })),
];

// Access comes before the fields.
const letter = z.object({
  audience: z.enum(AUDIENCES).catch('everybody'),
  subject: z.string().default(''),
  message: z.string().default(''),
  code: z.string().optional(),
});

/** Trying, sending and stopping, with and without script. */
export function staffBroadcastForms(pages: Pages): Form[] {
  const failed = async ({ error, values, viewer, req, res }: RefusedForm) => {
    if (!viewer?.user || !may(siteRoles(viewer.user), 'broadcast.send') || error.status === 404) throw error;
    const problems = error.fields ?? {};
    const problem = Object.keys(problems).length > 0 ? null : error.message;
    const asked = { viewer, user: viewer.user, req };
    const shown = await broadcastPage(asked, { words: letter.parse(values), problems, problem });
    await sendPage(pages, req, res, { ...shown, status: error.status });
  };
  return [
    form(sendBroadcastAction, {
      path: `${PATH}/try`,
      body: letter,
      input: ({ body, viewer }) => ({ body: { ...body, testTo: viewer.user?.email ?? '' } }),
      done: () => PATH,
      failed,
    }),
    form(sendBroadcastAction, {
      path: `${PATH}/send`,
      body: letter,
      input: ({ body }) => ({ body }),
      done: () => `${PATH}#earlier`,
      failed,
    }),
    form(stopBroadcastAction, {
      path: `${PATH}/:id/stop`,
      body: z.object({}),
      input: ({ params }) => ({ params: { id: params.id ?? '' } }),
      done: () => `${PATH}#earlier`,
      failed,
    }),
  ];
}

async function broadcastPage(
  { viewer, user, req }: { viewer: Viewer; user: ViewerUser; req: Request },
  refused: BroadcastPageProps['refused'] = null,
): Promise<AnyPage> {
  const [frame, trial, broadcasts, proof] = await Promise.all([
    deskFrame(viewer),
    trialOf(user),
    latestBroadcasts(),
    secondStepOf(req, user.id),
  ]);
  const props = { frame, email: user.email, trial, broadcasts, proof, refused };
  return page({ view: BroadcastPage, props, head: broadcastHead() });
}
