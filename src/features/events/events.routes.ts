import { type RouteTable, route, withBeside } from '../../platform/http/route.ts';
import { rememberPrepared } from '../../platform/http/sessions.ts';
import {
  createEvent,
  deleteEvent,
  deliverEvent,
  getEvent,
  listEvents,
  openedEvent,
  orderMedia,
  restoreEvent,
  takeBackDelivery,
  updateEvent,
} from '../../shared/contracts/events.ts';
import * as events from './events.service.ts';

export const eventRoutes: RouteTable = [
  route(createEvent, async ({ body, viewer, req }) => {
    const event = await events.createEvent(body, viewer);
    if (!viewer.user) await rememberPrepared(req, event.id);
    return event;
  }),
  route(listEvents, async ({ query, viewer }) => {
    const { events: shown, total, nextCursor } = await events.listEvents(viewer.user?.id ?? '', query);
    return withBeside(shown, { meta: { total, nextCursor } });
  }),
  route(getEvent, async ({ params, viewer }) => (await events.viewEvent(params.id, viewer)).event),
  route(updateEvent, ({ params, body, viewer }) => events.updateEvent(params.id, body, viewer)),
  route(deleteEvent, ({ params, viewer }) => events.deleteEvent(params.id, viewer)),
  route(restoreEvent, ({ params, viewer }) => events.restoreEvent(params.id, viewer)),
  route(orderMedia, ({ params, body, viewer }) => events.orderTimeline(params.id, body.mediaIds, viewer)),
  route(deliverEvent, async ({ params, body, viewer }) =>
    events.present(await events.planDelivery(params.id, body, viewer), 'creator'),
  ),
  route(takeBackDelivery, async ({ params, viewer }) =>
    events.present(await events.takeBackDelivery(params.id, viewer), 'creator'),
  ),
  route(openedEvent, ({ params, viewer }) => events.markOpened(params.id, viewer)),
];
