import mongoose from 'mongoose';
import type { Database } from '../../platform/database/db.ts';
import { wantIndexes } from '../../platform/migrations/wanted-indexes.ts';
import { parseMail } from './smtp-mime.ts';

const KEPT_SECONDS = 30 * 86_400;

/** A mail that nobody was sent, because no mail server is configured. */
export interface SandboxMail {
  id: string;
  receivedAt: Date;
  messageId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: { name: string; type: string; bytes: number; cid: string | null }[];
}

type MailDocument = Omit<SandboxMail, 'id' | 'headers'> & {
  _id: mongoose.mongo.ObjectId;
  /** In pairs, since the name of a header may hold what the name of a field may not. */
  headers: { name: string; value: string }[];
};

type Connected = Pick<Database, 'connection'>;

wantIndexes('sandbox_mails', [{ key: { receivedAt: 1 }, expireAfterSeconds: KEPT_SECONDS }]);

export async function keepMail(db: Connected, envelope: { from: string; to: string }, raw: Buffer): Promise<void> {
  const { headers, subject, text, html, attachments } = parseMail(raw);
  await outbox(db).insertOne({
    _id: new mongoose.mongo.ObjectId(),
    receivedAt: new Date(),
    messageId: headers['message-id'] ?? '',
    ...envelope,
    subject,
    text,
    html,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    attachments: attachments.map(({ content, ...about }) => about),
  });
}

/** The newest first; `to` limits them to one address. */
export async function listSandboxMails(
  db: Connected,
  options: { to?: string; limit?: number } = {},
): Promise<SandboxMail[]> {
  const found = outbox(db).find(options.to === undefined ? {} : { to: options.to });
  const mails = await found
    .sort({ receivedAt: -1, _id: -1 })
    .limit(options.limit ?? 100)
    .toArray();
  return mails.map(toMail);
}

function toMail({ _id, headers, ...mail }: MailDocument): SandboxMail {
  return {
    id: _id.toHexString(),
    ...mail,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
  };
}

function outbox(db: Connected): mongoose.mongo.Collection<MailDocument> {
  const database = db.connection.db;
  if (!database) throw new Error('The outbox needs a database that is connected');
  return database.collection<MailDocument>('sandbox_mails');
}
