import { type ActLine, actWords } from '../../shared/audit-words.ts';
import type { AuditLine } from '../../shared/contracts/audit.ts';
import { type AuditQuestion, listAudit } from '../audit/audit.service.ts';
import { getUsers } from '../users/users.service.ts';

/** A line of the audit log with the name of who did it. */
export type NamedAct = AuditLine & ActLine;

/** Lines of the audit log, newest first, with names. */
export async function listActs(
  asked: AuditQuestion,
): Promise<{ acts: NamedAct[]; total: number; nextCursor: string | null }> {
  const { lines, total, nextCursor } = await listAudit(asked);
  const people = await getUsers(lines.flatMap(({ actorId, subjectId }) => [actorId ?? [], subjectId ?? []].flat()));
  const named = (id: string | null) => {
    const person = people.find((each) => each.id === id);
    return person ? person.firstName || person.email : null;
  };
  const acts = lines.map((line) => ({
    ...line,
    who: named(line.actorId) ?? 'Somebody',
    subject: named(line.subjectId),
    what: actWords(line.action),
    why: typeof line.details.note === 'string' ? line.details.note : '',
  }));
  return { acts, total, nextCursor };
}
