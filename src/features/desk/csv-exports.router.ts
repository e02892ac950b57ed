import { Router } from 'express';
import { guarded } from '../../platform/http/addresses.ts';
import { type CsvCell, sendCsv } from '../../platform/http/csv.ts';
import { staffVisit } from '../../platform/http/file-visit.ts';
import type { HttpDeps } from '../../platform/http/mount-routes.ts';
import { DESK_LISTS, deskListNames, filterQuery } from '../../shared/desk-lists.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import { requireAudit } from '../audit/audit.service.ts';
import { LIST_READERS } from './list-readers.ts';

/** Lines of one file. A longer one would keep the database busy for minutes. */
const LINES_MAX = 10_000;

/** Each list of the desk as a CSV file, filtered as it is shown. Recorded in the audit log. */
export function csvRouter(deps: HttpDeps): Router {
  const router = Router();
  for (const list of deskListNames) {
    const path = `${DESK_LISTS[list].path}.csv`;
    const access = staffVisit(DESK_LISTS[list].needs, deps);
    const send = guarded({ kind: 'file', method: 'GET', path, access }, async ({ req, res, user, viewer }) => {
      const texts = Object.entries(req.query).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      );
      const query = Object.fromEntries(texts);
      await requireAudit({
        actorId: user.id,
        subjectId: null,
        action: 'list.exported',
        ip: viewer.ip,
        details: { list, filter: filterQuery(query) },
      });
      const { head, pages } = LIST_READERS[list](query, { money: may(siteRoles(user), 'order.read') });
      await sendCsv(res, { name: list, head, rows: linesOf(pages), most: LINES_MAX });
    });
    router.get(path, send);
  }
  return router;
}

async function* linesOf(pages: AsyncIterable<readonly CsvCell[][]>): AsyncGenerator<CsvCell[]> {
  for await (const page of pages) yield* page;
}
