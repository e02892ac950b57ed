import { z } from 'zod';
import { BroadcastPage, type BroadcastPageProps, broadcastHead } from '../../views/staff-broadcast.page.tsx';
import { sendBroadcastAction, stopBroadcastAction } from '../features/messages/broadcasts.routes.ts';
import { latestBroadcasts, trialOf } from '../features/messages/broadcasts.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { AUDIENCES } from '../shared/contracts/broadcasts.ts';
import { may } from '../shared/permissions.ts';
import { siteRoles } from '../shared/roles.ts';
import type { Viewer, ViewerUser } from '../shared/viewer.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';
import { siteOf } from './site.ts';

const PATH = '/staff/broadcast';

/** Where admins mail all accounts of an audience. */
export const staffBroadcastPages: readonly PageRoute[] = [
  pageRoute(PATH, staffWho('broadcast.send'), ({ viewer, user }) => broadcastPage(viewer, user)),
];

// Access comes before the fields.
const letter = z.object({
  audience: z.enum(AUDIENCES).catch('everybody'),
  subject: z.string().default(''),
  message: z.string().default(''),
});

/** Trying, sending and stopping, with and without script. */
export function staffBroadcastForms(pages: Pages): Form[] {
  const failed = async ({ error, values, viewer, req, res }: RefusedForm) => {
    if (!viewer?.user || !may(siteRoles(viewer.user), 'broadcast.send') || error.status === 404) throw error;
    const problems = error.fields ?? {};
    const problem = Object.keys(problems).length > 0 ? null : error.message;
    const shown = await broadcastPage(viewer, viewer.user, { words: letter.parse(values), problems, problem });
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
  viewer: Viewer,
  user: ViewerUser,
  refused: BroadcastPageProps['refused'] = null,
): Promise<AnyPage> {
  const [trial, broadcasts] = await Promise.all([trialOf(user), latestBroadcasts()]);
  const props = { site: siteOf(viewer), email: user.email, trial, broadcasts, refused };
  return page({ view: BroadcastPage, props, head: broadcastHead() });
}
