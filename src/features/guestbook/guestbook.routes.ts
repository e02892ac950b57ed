import type { Request } from 'express';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/guestbook.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { SeenEvent } from '../events/events.access.ts';
import { browserSecret } from '../media/contributor-identity.service.ts';
import { reportEvent } from '../support/reports.service.ts';
import { selfOf } from '../users/own-account.service.ts';
import { hide, takeBack } from './change-entry.ts';
import { atEntry } from './entry-rules.ts';
import { atGuestbook } from './guestbook.access.ts';
import { guestbookKeysOf, listGuestbook, sign } from './guestbook.service.ts';

type Visit = Pick<SeenEvent, 'event' | 'role'> & { viewer: Viewer; req: Request };

export const signGuestbookAction = action(contracts.signGuestbook, {
  access: atGuestbook('guestbook.write'),
  run: (visit) =>
    sign(visit, { keys: guestbookKeys(visit), userId: selfOf(visit.viewer), ip: visit.viewer.ip }, visit.body),
});

export const hideEntryAction = action(contracts.hideGuestbookEntry, {
  access: atEntry('guestbook.hide'),
  run: (visit) => hide(visit.entry, visit.body.hidden, guestbookKeys(visit)),
});

export const takeBackEntryAction = action(contracts.takeBackGuestbookEntry, {
  access: atEntry('guestbook.write'),
  run: (visit) => takeBack(visit.entry, guestbookKeys(visit)),
});

export const reportEntryAction = action(contracts.reportGuestbookEntry, {
  access: atEntry('guestbook.read'),
  run: ({ entry, viewer, ...seen }) =>
    reportEvent(seen, viewer, { reason: `Guestbook, ${entry.name}: ${entry.text ?? entry.reaction}` }),
});

export const guestbookRoutes: RouteTable = [
  action(contracts.listGuestbook, {
    access: atGuestbook('guestbook.read'),
    async run(visit) {
      const { entries, meta } = await listGuestbook(visit, visit.query, guestbookKeys(visit));
      return withBeside(entries, { meta });
    },
  }),
  signGuestbookAction,
  hideEntryAction,
  takeBackEntryAction,
  reportEntryAction,
];

function guestbookKeys({ event, viewer, role, req }: Visit): [string, ...string[]] {
  return guestbookKeysOf({ event, viewer, role, browser: browserSecret(req) });
}
