import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/broadcasts.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { recentSecondStep } from '../two-factor/recent-proof.service.ts';
import { inPerson } from '../users/own-account.service.ts';
import { endBroadcast, latestBroadcasts, startBroadcast, tryBroadcast } from './broadcasts.service.ts';

const admin = staffWho('broadcast.send');

export const sendBroadcastAction = action(contracts.sendBroadcast, {
  access: admin,
  requires: [inPerson, (asked) => (asked.body.testTo === undefined ? recentSecondStep(asked) : undefined)],
  async run({ body: { testTo, code: _code, ...words }, user, viewer: { ip } }) {
    if (testTo === undefined) {
      const started = await startBroadcast(words, user);
      const { audience, subject } = words;
      await record('letter.sent', started.id, { id: user.id, ip }, { audience, subject, people: started.queued });
      return { ...started, skipped: [] };
    }
    await tryBroadcast(words, user, testTo);
    return { id: null, queued: 1, skipped: [] };
  },
});

export const stopBroadcastAction = action(contracts.stopBroadcast, {
  access: admin,
  async run({ params, user, viewer: { ip } }) {
    const { isStopped, broadcast } = await endBroadcast(params.id);
    const { queued, total } = broadcast;
    if (isStopped) await record('letter.stopped', params.id, { id: user.id, ip }, { after: `${queued} of ${total}` });
    return broadcast;
  },
});

function record(
  action: 'letter.sent' | 'letter.stopped',
  letter: string,
  { id, ip }: { id: string; ip: string },
  details: Record<string, string | number>,
): Promise<void> {
  return recordAudit({ actorId: id, subjectId: null, action, ip, details: { letter, ...details } });
}

export const broadcastRoutes: RouteTable = [
  sendBroadcastAction,
  stopBroadcastAction,
  action(contracts.listBroadcasts, { access: admin, run: () => latestBroadcasts() }),
];
