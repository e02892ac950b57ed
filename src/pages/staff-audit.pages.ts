import { StaffAuditPage, staffAuditHead } from '../../views/staff-audit.page.tsx';
import { listActs, type NamedAct } from '../features/desk/acts.service.ts';
import { auditFilter } from '../features/desk/audit-filter.service.ts';
import { savedFilters } from '../features/desk/saved-filters.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { ACT_GROUPS, actLabel } from '../shared/audit-words.ts';
import { filterQuery } from '../shared/desk-lists.ts';
import { deskFrame } from './desk-frame.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';

const LIST = '/staff/audit';
const SHOWN = 50;

export const staffAuditPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('audit.read'), async ({ viewer, query, user }) => {
    const { who = '', of = '', event = '', action = '', cursor } = query;
    const filter = { who, of, event, action };
    const [frame, saved, { acts, total, nextCursor }] = await Promise.all([
      deskFrame(viewer),
      savedFilters(user.id, 'audit'),
      auditFilter(filter).then((asked) => listActs({ ...asked, cursor, limit: SHOWN })),
    ]);
    const kept = filterQuery(filter);
    const props = {
      frame,
      rows: acts.map((act) => ({ ...act, facts: factsOf(act) })),
      total,
      filter,
      actions: ACT_GROUPS.map(({ label, actions }) => ({
        label,
        options: actions.map((value) => ({ value, label: actLabel(value) })),
      })),
      saved,
      query: kept,
      nextHref: nextCursor && `${LIST}?${kept}&cursor=${nextCursor}`,
      isLater: cursor !== undefined,
    };
    return page({ view: StaffAuditPage, props, head: staffAuditHead() });
  }),
];

/** "before: active, after: suspended"; the note is shown by itself. */
function factsOf({ details }: NamedAct): string {
  return Object.entries(details)
    .filter(([name, value]) => name !== 'note' && value !== '' && value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}
