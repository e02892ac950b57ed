import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/broadcasts.ts';
import { inPerson } from '../users/own-account.service.ts';
import { endBroadcast, latestBroadcasts, startBroadcast, tryBroadcast } from './broadcasts.service.ts';

const admin = staffWho('broadcast.send');

export const sendBroadcastAction = action(contracts.sendBroadcast, {
  access: admin,
  requires: [inPerson],
  async run({ body: { testTo, ...words }, user }) {
    if (testTo === undefined) return { ...(await startBroadcast(words, user)), skipped: [] };
    await tryBroadcast(words, user, testTo);
    return { id: null, queued: 1, skipped: [] };
  },
});

export const stopBroadcastAction = action(contracts.stopBroadcast, {
  access: admin,
  run: ({ params }) => endBroadcast(params.id),
});

export const broadcastRoutes: RouteTable = [
  sendBroadcastAction,
  stopBroadcastAction,
  action(contracts.listBroadcasts, { access: admin, run: () => latestBroadcasts() }),
];
