import { anyone, signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import { rememberPrepared } from '../../platform/http/sessions.ts';
import * as contracts from '../../shared/contracts/events.ts';
import { atEvent } from './event-rules.ts';
import * as events from './events.service.ts';

export const createEventAction = action(contracts.createEvent, {
  access: anyone,
  async run({ body, viewer, req }) {
    const event = await events.createEvent(body, viewer);
    if (!viewer.user) await rememberPrepared(req, event.id);
    return event;
  },
});

export const restoreEventAction = action(contracts.restoreEvent, {
  access: atEvent('event.delete'),
  run: ({ event, role }) => events.restoreEvent(event, role),
});

export const eventRoutes: RouteTable = [
  createEventAction,
  action(contracts.listEvents, {
    access: signedInUser,
    async run({ query, user }) {
      const [total, { events: shown, nextCursor }] = await Promise.all([
        events.countEvents(user.id),
        events.listEvents(user.id, query),
      ]);
      return withBeside(shown, { meta: { total, nextCursor } });
    },
  }),
  action(contracts.getEvent, { access: atEvent('event.read'), run: ({ event, role }) => events.present(event, role) }),
  action(contracts.updateEvent, {
    access: atEvent('event.update'),
    run: ({ event, roles, role, body, viewer }) => events.updateEvent({ event, roles, role }, body, viewer),
  }),
  action(contracts.deleteEvent, { access: atEvent('event.delete'), run: ({ event }) => events.deleteEvent(event) }),
  restoreEventAction,
  action(contracts.orderMedia, {
    access: atEvent('event.edit'),
    run: ({ event, body }) => events.orderTimeline(event, body.mediaIds),
  }),
  action(contracts.deliverEvent, {
    access: atEvent('event.deliver'),
    run: async ({ event, role, body, viewer }) =>
      events.present(await events.planDelivery(event, body, viewer.user?.id), role),
  }),
  action(contracts.takeBackDelivery, {
    access: atEvent('event.deliver'),
    run: async ({ event, role }) => events.present(await events.takeBackDelivery(event), role),
  }),
  action(contracts.openedEvent, {
    access: atEvent('gift.readOpened'),
    run: ({ event, roles, viewer }) => events.markOpened({ event, roles }, viewer),
  }),
];
