import type mongoose from 'mongoose';
import type { Database } from '../../platform/database/db.ts';
import { wantIndexes } from '../../platform/migrations/wanted-indexes.ts';

const KEPT_SECONDS = 30 * 86_400;

/** A text that nobody was sent, because Twilio is not configured. */
export interface SandboxText {
  sid: string;
  createdAt: Date;
  from: string;
  /** With `whatsapp:` before the number, for that. */
  to: string;
  body: string;
}

type Connected = Pick<Database, 'connection'>;

wantIndexes('sandbox_texts', [{ key: { createdAt: 1 }, expireAfterSeconds: KEPT_SECONDS }, { key: { to: 1, _id: 1 } }]);

export async function keepText(db: Connected, text: SandboxText): Promise<void> {
  await outbox(db).insertOne({ ...text });
}

/** Texts to a number, the newest first. */
export async function textsTo(db: Connected, to: string, limit: number): Promise<SandboxText[]> {
  return outbox(db).find({ to }).sort({ _id: -1 }).limit(limit).toArray();
}

/** All texts, the newest first. */
export async function listSandboxTexts(db: Connected, limit: number): Promise<SandboxText[]> {
  return outbox(db).find().sort({ createdAt: -1 }).limit(limit).toArray();
}

function outbox(db: Connected): mongoose.mongo.Collection<SandboxText> {
  const database = db.connection.db;
  if (!database) throw new Error('The outbox needs a database that is connected');
  return database.collection<SandboxText>('sandbox_texts');
}
