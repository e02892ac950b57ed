import { signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/organisers.ts';
import { byMaker } from '../../shared/history.ts';
import { atEvent } from '../events/event-rules.access.ts';
import { inPerson } from '../users/own-account.service.ts';
import { acceptOrganising } from './accept-organising.service.ts';
import { listHistory } from './history.service.ts';
import { inviteOrganiser, listOrganisers, removeOrganiser } from './organisers.service.ts';

export const addOrganiserAction = action(contracts.addOrganiser, {
  access: atEvent('organiser.edit'),
  run: ({ event, body, viewer }) => inviteOrganiser(event, body.email, viewer.user),
  noted: (seen) => byMaker(seen, 'asked'),
});

export const removeOrganiserAction = action(contracts.removeOrganiser, {
  access: atEvent('organiser.edit'),
  run: ({ event, params }) => removeOrganiser(event, params.userId),
  noted: ({ params, viewer, ...seen }) =>
    byMaker(seen, viewer.user?.id === params.userId ? 'left' : 'removedOrganiser'),
});

export const acceptOrganisingAction = action(contracts.acceptOrganising, {
  access: signedInUser,
  requires: [inPerson],
  run: ({ body, user }) => acceptOrganising(body.token, user),
});

export const organiserRoutes: RouteTable = [
  action(contracts.listOrganisers, {
    access: atEvent('organiser.edit'),
    run: ({ event }) => listOrganisers(event),
  }),
  addOrganiserAction,
  removeOrganiserAction,
  acceptOrganisingAction,
  action(contracts.listHistory, { access: atEvent('organiser.edit'), run: ({ event }) => listHistory(event) }),
];
