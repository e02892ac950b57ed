import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/recipients.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { atEventOf } from '../events/event-rules.access.ts';
import { addPerson, changePerson, removePerson } from './recipients.service.ts';

const access = atEventOf('recipient.edit', ({ body }: { body: { event: string }; viewer: Viewer }) => body.event);

export const recipientRoutes: RouteTable = [
  action(contracts.addRecipient, {
    access,
    run: ({ event, body: { event: _event, ...fields } }) => addPerson(event, fields),
  }),
  action(contracts.updateRecipient, {
    access,
    run: ({ event, params, body: { event: _event, ...fields } }) => changePerson(event, params.id, fields),
  }),
  action(contracts.removeRecipient, { access, run: ({ event, params }) => removePerson(event, params.id) }),
];
