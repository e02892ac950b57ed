import { StaffSearchPage, staffSearchHead } from '../../views/staff-search.page.tsx';
import { searchPayments } from '../features/checkout/staff-payments.service.ts';
import { listStaffEvents } from '../features/desk/staff-events.service.ts';
import { searchClips } from '../features/media/find-staff-clips.service.ts';
import { searchUsers } from '../features/users/find-users.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { may } from '../shared/permissions.ts';
import { siteRoles } from '../shared/roles.ts';
import { deskFrame } from './desk-frame.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';

export const staffSearchPages: readonly PageRoute[] = [
  pageRoute('/staff/search', staffWho('desk.open'), async ({ viewer, query, user }) => {
    const q = (query.q ?? '').trim().slice(0, 100);
    const seesUsers = may(siteRoles(user), 'user.read');
    const [frame, users, events, clips, payments] = await Promise.all([
      deskFrame(viewer),
      q && seesUsers ? searchUsers(q) : [],
      q ? listStaffEvents({ q, show: 'all', limit: 1 }, user).then((found) => found.events) : [],
      q ? searchClips(q) : [],
      q && may(siteRoles(user), 'order.read') ? searchPayments(q) : [],
    ]);
    return page({
      view: StaffSearchPage,
      props: { frame, q, users, events, clips, payments },
      head: staffSearchHead(),
    });
  }),
];
