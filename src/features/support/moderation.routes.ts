import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/staff-events.ts';
import { noSuchEvent } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { recentSecondStep } from '../two-factor/recent-proof.service.ts';
import { liftByStaff, suspendByStaff } from './moderation.service.ts';

const staff = staffWho('event.suspend');

export const suspendEventAction = action(contracts.suspendEvent, {
  access: staff,
  requires: [recentSecondStep],
  run: async ({ params, body, user, viewer: { ip } }) =>
    stateOf(await suspendByStaff(await existing(params.id), { id: user.id, ip }, body)),
});

export const liftSuspensionAction = action(contracts.liftSuspension, {
  access: staff,
  run: async ({ params, body, user, viewer: { ip } }) =>
    stateOf(await liftByStaff(await existing(params.id), { id: user.id, ip }, body.note)),
});

export const moderationRoutes: RouteTable = [suspendEventAction, liftSuspensionAction];

/** Staff know an event by its id; nobody has a draft but its browser. NOT_FOUND. */
async function existing(id: string): Promise<EventRecord> {
  const event = await findEvent(id);
  if (!event || event.ownership === 'draft') throw noSuchEvent();
  return event;
}

function stateOf({ id, status }: EventRecord) {
  return { id, status };
}
