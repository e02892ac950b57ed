import type { Connection } from 'mongoose';
import { credentials } from '../../src/features/credentials/credentials.feature.ts';
import { platform } from '../../src/platform/platform.ts';
import type { MailTemplate } from '../../src/shared/mails.ts';
import { eventually } from './eventually.ts';

interface MailJob {
  _id: unknown;
  data: { to: string; template: MailTemplate; values: Record<string, string> };
}

export interface MailedLinks {
  /** The values of the newest mail of this kind to this address; waits for it. */
  mail(to: string, template: MailTemplate): Promise<Record<string, string>>;
  /** The token in that mail's link. */
  token(to: string, template: MailTemplate): Promise<string>;
  /** How many mails of this kind wait to be sent to this address, once everything asked for is done. */
  count(to: string, template: MailTemplate): Promise<number>;
}

/** Does the jobs that write mails about accounts, and reads what was handed over to be sent. */
export function useMailedLinks(api: () => { database: { connection: Connection } }): MailedLinks {
  before(async () => {
    const { config, queue } = platform();
    for (const job of credentials.jobs ?? []) job.handleIn(queue, config);
    await queue.work();
  });
  const jobs = () => api().database.connection.collection<MailJob>('jobs');
  const find = (to: string, template: MailTemplate) =>
    jobs()
      .find({ type: 'mail.send', 'data.to': to, 'data.template': template } as object)
      .sort({ _id: -1 })
      .toArray();
  const settled = async () => {
    platform().queue.nudge();
    await eventually('the links to be written', async () => {
      return (await jobs().countDocuments({ type: 'account.link', alive: true } as object)) === 0;
    });
  };
  async function mail(to: string, template: MailTemplate): Promise<Record<string, string>> {
    await settled();
    const [newest] = await find(to, template);
    if (!newest) throw new Error(`No mail "${template}" was written`);
    return newest.data.values;
  }
  return {
    mail,
    token: async (to, template) => (await mail(to, template)).url?.split('/').pop() ?? '',
    async count(to, template) {
      await settled();
      return (await find(to, template)).length;
    },
  };
}
