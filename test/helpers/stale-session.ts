import type { Connection } from 'mongoose';

/**
 * Makes all sessions of a database look as if their user had signed in, or passed the second step, long ago.
 * @param facts default: the sign-in
 */
export async function growStale(connection: Connection, ...facts: ('confirmedAt' | 'secondStepAt')[]): Promise<void> {
  const sessions = connection.collection('sessions');
  const old = Object.fromEntries((facts.length > 0 ? facts : ['confirmedAt']).map((fact) => [fact, 1]));
  for (const { _id, session } of await sessions.find().toArray()) {
    const data = { ...JSON.parse(session), ...old };
    await sessions.updateOne({ _id }, { $set: { session: JSON.stringify(data) } });
  }
}
