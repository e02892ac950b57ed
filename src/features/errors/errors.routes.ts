import { anyone, staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { deviceInWords } from '../../platform/http/device-words.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/errors.ts';
import { decideError, listErrors } from './errors.service.ts';
import { gather } from './gather-errors.ts';

const staff = staffWho('error.handle');

export const decideErrorAction = action(contracts.decideError, {
  access: staff,
  run: ({ params, body, user, viewer: { ip } }) => decideError(params.id, body, { id: user.id, ip }),
});

export const errorRoutes: RouteTable = [
  action(contracts.reportError, {
    access: anyone,
    run: async ({ body: { page, ...told }, req }) => ({
      gathered: await gather({
        ...told,
        side: 'browser',
        place: page.startsWith('/') ? page : '/',
        device: deviceInWords(req.get('user-agent')),
      }),
    }),
  }),
  action(contracts.listErrors, {
    access: staff,
    async run({ query }) {
      const { errors, total, nextCursor } = await listErrors(query);
      return withBeside(errors, { meta: { total, nextCursor } });
    },
  }),
  decideErrorAction,
];
