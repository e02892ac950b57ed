import { OrganisePage, organiseHead } from '../../views/door/organise.page.tsx';
import { MessagePage, messageHead } from '../../views/message.page.tsx';
import { readOrganising } from '../features/organisers/accept-organising.service.ts';
import { AppError } from '../platform/errors.ts';
import { anyone } from '../platform/http/access-rules.ts';
import { ORGANISE_PATH } from '../shared/contracts/organisers.ts';
import type { Viewer } from '../shared/viewer.ts';
import { type PageRoute, pageRoute, type Redirect } from './page-route.ts';
import { type AnyPage, page } from './render-page.tsx';
import { siteOf } from './site.ts';

/** `/organise/TOKEN`: a mailed invitation to organise an event; accepted by a button only. */
export const organisePages: readonly PageRoute[] = [
  pageRoute(ORGANISE_PATH, anyone, ({ params, viewer, req }) => organisePage(params.token ?? '', req.path, viewer)),
];

async function organisePage(token: string, action: string, viewer: Viewer): Promise<AnyPage | Redirect> {
  const site = siteOf(viewer);
  try {
    const { title, from, uuid } = await readOrganising(token, viewer.user);
    if (uuid) return { redirect: `/e/${uuid}` };
    const props = { site, action, title, from, account: viewer.user?.email ?? null };
    return page({ view: OrganisePage, props, head: organiseHead() });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const props = {
      site,
      title: 'This link has ended',
      text: error.message,
      action: { href: viewer.user ? '/dashboard' : '/', label: viewer.user ? 'My VidDays' : 'Go to the start' },
    };
    return page({ view: MessagePage, props, head: messageHead('This link has ended'), status: error.status });
  }
}
