import { anyone, signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type HandlerContext, type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as deliveries from '../../shared/contracts/deliveries.ts';
import * as contracts from '../../shared/contracts/events.ts';
import { byMaker } from '../../shared/history.ts';
import { momentInWords } from '../../shared/zone-words.ts';
import { rememberPrepared } from '../drafts/session-drafts.service.ts';
import { bringBackEvent } from './archive-event.ts';
import { createEvent } from './create-event.ts';
import { deleteEvent, restoreEvent } from './delete-event.ts';
import { planDelivery, takeBackDelivery } from './delivery-plan.ts';
import { atEvent, atShownEvent, withAccount } from './event-rules.access.ts';
import { nudgeRecipients } from './follow-ups.ts';
import { mailTest } from './gift-mails.service.ts';
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

export const updateEventAction = action(contracts.updateEvent, {
  access: atEvent('event.update'),
  run: ({ event, roles, role, body, viewer }) => updateEvent({ event, roles, role }, body, viewer),
  noted({ event, roles, body: { deadline } }) {
    const isMoved =
      deadline !== undefined && (deadline ? Date.parse(deadline) : null) !== (event.deadline?.getTime() ?? null);
    if (!isMoved) return byMaker({ event, roles }, 'changed');
    return byMaker({ event, roles }, 'deadline', deadline ? momentInWords(deadline, event.timeZone) : '');
  },
});

export const restoreEventAction = action(contracts.restoreEvent, {
  access: atEvent('event.delete'),
  run: ({ event, role }) => restoreEvent(event, role),
});

export const bringBackEventAction = action(contracts.bringBackEvent, {
  access: atEvent('event.edit'),
  run: ({ event, role }) => bringBackEvent(event, role),
  noted: (seen) => byMaker(seen, 'broughtBack'),
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
  action(contracts.getEvent, {
    access: atShownEvent(({ params }: HandlerContext<typeof contracts.getEvent>) => params.id),
    run: ({ event, role }) => present(event, role),
  }),
  updateEventAction,
  action(contracts.deleteEvent, { access: atEvent('event.delete'), run: ({ event }) => deleteEvent(event) }),
  restoreEventAction,
  bringBackEventAction,
  action(contracts.orderMedia, {
    access: atEvent('event.edit'),
    run: ({ event, body }) => orderTimeline(event, body.mediaIds),
  }),
  action(deliveries.deliverEvent, {
    access: atEvent('event.deliver'),
    run: async ({ event, role, body, viewer }) => present(await planDelivery(event, body, viewer.user?.id), role),
    noted: (seen) => byMaker(seen, 'planned'),
  }),
  action(deliveries.takeBackDelivery, {
    access: atEvent('event.deliver'),
    run: async ({ event, role }) => present(await takeBackDelivery(event), role),
    noted: (seen) => byMaker(seen, 'calledOff'),
  }),
  action(deliveries.nudgeRecipients, {
    access: atEvent('event.deliver'),
    run: async ({ event, role, viewer }) => present(await nudgeRecipients(event, viewer.user?.id), role),
    noted: (seen) => byMaker(seen, 'remindedThem'),
  }),
  action(deliveries.testDelivery, {
    access: withAccount(atEvent('event.deliver'), 'Create an account first, then we can email it to you.'),
    run: ({ event, user, body }) => mailTest(event, user, body.message ?? ''),
  }),
  action(deliveries.openedEvent, {
    access: atEvent('gift.readOpened'),
    run: ({ event, roles, viewer }) => markOpened({ event, roles }, viewer),
  }),
];
