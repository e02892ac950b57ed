import { type AccessRule, staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/staff-events.ts';
import type { Permission } from '../../shared/permissions.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import { noSuchEvent } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { recentSecondStep } from '../two-factor/recent-proof.service.ts';
import { sendPackage } from './event-package.ts';
import { extendByStaff, listStaffEvents, restoreByStaff, transferByStaff } from './staff-events.service.ts';

/** Staff with a permission, and the event of an id; drafts are for their browser alone. */
function staffAt<P extends Permission>(
  permission: P,
): AccessRule<P, { params: { id: string }; viewer: Viewer }, { user: ViewerUser; event: EventRecord }> {
  const { word, admit, load } = staffWho(permission);
  return {
    word,
    ...(admit && { admit }),
    async load({ params, viewer }) {
      const event = await findEvent(params.id);
      if (!event || event.ownership === 'draft') throw noSuchEvent();
      return { ...(await load({ viewer })), event };
    },
  };
}

const stateOf = ({ id, status }: EventRecord) => ({ id, status });

export const extendEventAction = action(contracts.extendEvent, {
  access: staffAt('event.assist'),
  run: async ({ event, body, user, viewer: { ip } }) => stateOf(await extendByStaff(event, { id: user.id, ip }, body)),
});

export const transferEventAction = action(contracts.transferEvent, {
  access: staffAt('event.assist'),
  requires: [recentSecondStep],
  run: async ({ event, body, user, viewer: { ip } }) =>
    stateOf(await transferByStaff(event, { id: user.id, ip }, body)),
});

export const restoreStaffEventAction = action(contracts.restoreStaffEvent, {
  access: staffAt('event.assist'),
  run: async ({ event, body, user, viewer: { ip } }) =>
    stateOf(await restoreByStaff(event, { id: user.id, ip }, body.note)),
});

export const staffEventRoutes: RouteTable = [
  action(contracts.listStaffEvents, {
    access: staffWho('event.suspend'),
    async run({ query, user }) {
      const { events, total, nextCursor } = await listStaffEvents(query, user);
      return withBeside(events, { meta: { total, nextCursor } });
    },
  }),
  extendEventAction,
  transferEventAction,
  restoreStaffEventAction,
  action(contracts.eventPackage, {
    access: staffAt('event.package'),
    requires: [recentSecondStep],
    async run({ event, user, viewer: { ip }, res }) {
      await sendPackage(event, { id: user.id, ip }, res);
      return null;
    },
  }),
];
