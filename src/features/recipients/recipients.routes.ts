import { type RouteTable, route } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/recipients.ts';
import { addPerson, changePerson, removePerson } from './recipients.service.ts';

export const recipientRoutes: RouteTable = [
  route(contracts.addRecipient, ({ body: { event, ...fields }, viewer }) => addPerson(event, fields, viewer), {
    about: ({ body }) => body.event,
  }),
  route(
    contracts.updateRecipient,
    ({ params, body: { event, ...fields }, viewer }) => changePerson(event, params.id, fields, viewer),
    { about: ({ body }) => body.event },
  ),
  route(contracts.removeRecipient, ({ params, body, viewer }) => removePerson(body.event, params.id, viewer), {
    about: ({ body }) => body.event,
  }),
];
