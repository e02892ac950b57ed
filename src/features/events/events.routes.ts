import { anyone, signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/events.ts';
import { rememberPrepared } from '../drafts/session-drafts.service.ts';
import { eventCreator, eventOwnerOrAdmin, eventRecipient, eventViewer } from './event-rules.ts';
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
  access: eventOwnerOrAdmin,
  run: ({ event }) => events.restoreEvent(event),
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
  action(contracts.getEvent, { access: eventViewer, run: ({ event, role }) => events.present(event, role) }),
  action(contracts.updateEvent, {
    access: eventRecipient,
    run: ({ event, role, isMaker, isRecipient, body, viewer }) =>
      events.updateEvent({ event, role, isMaker, isRecipient }, body, viewer),
  }),
  action(contracts.deleteEvent, { access: eventOwnerOrAdmin, run: ({ event }) => events.deleteEvent(event) }),
  restoreEventAction,
  action(contracts.orderMedia, {
    access: eventCreator,
    run: ({ event, body }) => events.orderTimeline(event, body.mediaIds),
  }),
  action(contracts.deliverEvent, {
    access: eventCreator,
    run: async ({ event, body, viewer }) =>
      events.present(await events.planDelivery(event, body, viewer.user?.id), 'creator'),
  }),
  action(contracts.takeBackDelivery, {
    access: eventCreator,
    run: async ({ event }) => events.present(await events.takeBackDelivery(event), 'creator'),
  }),
  action(contracts.openedEvent, {
    access: eventRecipient,
    run: ({ event, role, viewer }) => events.markOpened({ event, role }, viewer),
  }),
];
