import * as z from 'zod';
import { contract } from '../contract.ts';
import { listMeta, objectId, page } from './common.ts';

const auditLine = z.object({
  id: z.string(),
  at: z.string(),
  /** Acting user; null for visitors and the system. */
  actorId: z.string().nullable(),
  /** User whose account is concerned. */
  subjectId: z.string().nullable(),
  eventId: z.string().nullable(),
  action: z.string(),
  /** Network of the request, never a full IP address. */
  network: z.string().nullable(),
  /** Equal for equal IP addresses. */
  addressHash: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditLine = z.infer<typeof auditLine>;

export const listAudit = contract({
  method: 'GET',
  path: '/api/v2/audit',
  summary: 'The audit log, newest first: who did what to which account.',
  access: 'audit.read',
  query: page.extend({
    subjectId: objectId.optional(),
    actorId: objectId.optional(),
    eventId: objectId.optional(),
    action: z
      .string()
      .max(80)
      .regex(/^[a-z.-]+$/, 'This is not an action.')
      .optional(),
  }),
  response: z.array(auditLine),
  beside: listMeta,
});
