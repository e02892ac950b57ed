import { AppError } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/access.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import { mailContributors } from '../../shared/contracts/group-mail.ts';
import * as contracts from '../../shared/contracts/rsvps.ts';
import { byMaker } from '../../shared/history.ts';
import { may } from '../../shared/permissions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { atEvent, atEventOf } from '../events/event-rules.access.ts';
import { browserSecret, contributorKeys } from '../media/contributor-identity.service.ts';
import { addGuests, joinByThemselves } from './add-guests.service.ts';
import { changeGuest, removeGuest } from './change-guest.service.ts';
import { atGuest } from './guest-rules.ts';
import { listGuests } from './guests.service.ts';
import { importGuests } from './import-guests.service.ts';
import { mailSeveral } from './mail-several.ts';
import { nudge, takeBack } from './nudge.ts';
import { chooseReminders, remindersOf } from './reminders.service.ts';

export const addRsvpsAction = action(contracts.addRsvps, {
  access: atEventOf('guest.join', ({ body }: { body: { event: string }; viewer: Viewer }) => body.event),
  async run({ event, roles, role, body: { people, firstName, answer, note }, viewer, req }) {
    if (people) {
      if (!may(roles, 'guest.edit')) throw refusalOf(viewer.user, 'guest.edit', onlyMakers());
      const { added, duplicates, refused } = await addGuests(event, people);
      return withBeside(added, { meta: { duplicates, refused } });
    }
    const [sender] = contributorKeys(event.id, { viewer, role, browser: browserSecret(req) });
    const said = { firstName: firstName ?? '', answer: answer ?? 'maybe', note };
    const own = await joinByThemselves(event, said, { sender, ip: viewer.ip });
    return withBeside([own], { meta: { duplicates: [], refused: [] } });
  },
  noted({ body: { people = [] }, ...seen }) {
    if (people.length === 0) return null;
    if (people.length > 1) return byMaker(seen, 'imported', `${people.length} people`);
    return byMaker(seen, 'added', people[0]?.firstName);
  },
});

export const updateRsvpAction = action(contracts.updateRsvp, {
  access: atGuest('guest.answer'),
  run: ({ seen, body }) => changeGuest(seen, body),
});

export const removeRsvpAction = action(contracts.removeRsvp, {
  access: atGuest('guest.edit'),
  run: ({ seen }) => removeGuest(seen),
  noted: ({ seen }) => byMaker(seen, 'removedGuest', seen.guest.firstName),
});

export const inviteRsvpAction = action(contracts.inviteRsvp, {
  access: atGuest('guest.edit'),
  run: ({ seen, body: { via, channel, message }, viewer }) =>
    nudge(seen, { via: via ?? channel ?? 'mail', isOurs: channel !== undefined, message }, viewer.user?.id),
  noted: ({ seen }) => byMaker(seen, 'nudged', seen.guest.firstName),
});

export const updateRemindersAction = action(contracts.updateReminders, {
  access: atEvent('guest.edit'),
  run: ({ event, body }) => chooseReminders(event, body),
});

export const mailContributorsAction = action(mailContributors, {
  access: atEventOf('guest.edit', ({ body }: { body: { eventId: string }; viewer: Viewer }) => body.eventId),
  run: ({ event, body: { eventId: _event, ...mail }, viewer }) => mailSeveral(event, mail, viewer.user?.id),
  noted: ({ body: { to }, ...seen }) =>
    byMaker(seen, 'wrote', typeof to === 'string' ? GROUP_NAMES[to] : 'several people'),
});

const GROUP_NAMES = { all: 'everybody', missing: 'those who are missing', sent: 'those who are in' } as const;

export const guestRoutes: RouteTable = [
  addRsvpsAction,
  action(contracts.listRsvps, {
    access: atEvent('guest.read'),
    async run({ event }) {
      const guests = await listGuests(event);
      return withBeside(guests, { meta: { total: guests.length, nextCursor: null } });
    },
  }),
  action(contracts.importRsvps, {
    access: atEventOf('guest.edit', ({ body }: { body: { event: string }; viewer: Viewer }) => body.event),
    run: ({ event, body }) => importGuests(event, body),
  }),
  mailContributorsAction,
  updateRsvpAction,
  removeRsvpAction,
  inviteRsvpAction,
  action(contracts.getReminders, { access: atEvent('guest.read'), run: ({ event }) => remindersOf(event) }),
  updateRemindersAction,
  action(contracts.takeBackNudge, { access: atGuest('guest.edit'), run: ({ seen }) => takeBack(seen) }),
];

function onlyMakers(): AppError {
  return new AppError('NOT_ALLOWED', { message: 'Only the person who made this VidDay can add people.' });
}
