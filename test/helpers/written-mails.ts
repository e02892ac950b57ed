import type { Connection } from 'mongoose';
import type { MailTemplate } from '../../src/shared/mails.ts';

/** The values of the mails of one kind that were handed over for an address, newest first. */
export async function writtenMails(
  connection: Connection,
  to: string,
  template: MailTemplate,
): Promise<Record<string, string>[]> {
  const jobs = await connection
    .collection('jobs')
    .find({ type: 'mail.send', 'data.to': to, 'data.template': template })
    .sort({ _id: -1 })
    .toArray();
  return jobs.map(({ data }) => data.values);
}

/** The secret in the link of the newest mail of a kind; empty where there is none. */
export async function mailedToken(connection: Connection, to: string, template: MailTemplate): Promise<string> {
  const [newest] = await writtenMails(connection, to, template);
  return newest?.url?.split('/').pop() ?? '';
}
