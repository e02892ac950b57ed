import { anyone, signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import { rememberPrepared } from '../../platform/http/sessions.ts';
import * as contracts from '../../shared/contracts/events.ts';
import { createEvent } from './create-event.ts';
import { deleteEvent, restoreEvent } from './delete-event.ts';
import { planDelivery, takeBackDelivery } from './delivery-plan.ts';
import { eventCreator, eventOwnerOrAdmin, eventRecipient, eventViewer } from './event-rules.access.ts';
import { countEvents, listEvents } from './list-events.service.ts';
import { markOpened } from './open-gift.ts';
import { orderTimeline } from './timeline.service.ts';
import { updateEvent } from './update-event.ts';
import { present } from './view-event.service.ts';

export const createEventAction = action(contracts.createEvent, {
  access: anyone,
  async run({ body, viewer, req }) {
    const event = await createEvent(body, viewer);
    if (!viewer.user) await rememberPrepared(req, event.id);
    return event;
  },
});

export const restoreEventAction = action(contracts.restoreEvent, {
  access: eventOwnerOrAdmin,
  run: ({ event }) => restoreEvent(event),
});

export const eventRoutes: RouteTable = [
  createEventAction,
  action(contracts.listEvents, {
    access: signedInUser,
    async run({ query, user }) {
      const [total, { events: shown, nextCursor }] = await Promise.all([
        countEvents(user.id),
        listEvents(user.id, query),
      ]);
      return withBeside(shown, { meta: { total, nextCursor } });
    },
  }),
  action(contracts.getEvent, { access: eventViewer, run: ({ event, role }) => present(event, role) }),
  action(contracts.updateEvent, {
    access: eventRecipient,
    run: ({ event, role, isMaker, isRecipient, body, viewer }) =>
      updateEvent({ event, role, isMaker, isRecipient }, body, viewer),
  }),
  action(contracts.deleteEvent, { access: eventOwnerOrAdmin, run: ({ event }) => deleteEvent(event) }),
  restoreEventAction,
  action(contracts.orderMedia, {
    access: eventCreator,
    run: ({ event, body }) => orderTimeline(event, body.mediaIds),
  }),
  action(contracts.deliverEvent, {
    access: eventCreator,
    run: async ({ event, body, viewer }) => present(await planDelivery(event, body, viewer.user?.id), 'creator'),
  }),
  action(contracts.takeBackDelivery, {
    access: eventCreator,
    run: async ({ event }) => present(await takeBackDelivery(event), 'creator'),
  }),
  action(contracts.openedEvent, {
    access: eventRecipient,
    run: ({ event, role, viewer }) => markOpened({ event, role }, viewer),
  }),
];
