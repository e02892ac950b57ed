import type { ActLine } from '../src/shared/audit-words.ts';
import type { SavedFilter } from '../src/shared/desk-lists.ts';
import { date } from '../src/shared/format.ts';
import type { PageHead } from './layout/document.tsx';
import { CsvLink, DeskFilters, type FilterChoice } from './staff/desk-filters.tsx';
import { type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { totalWords } from './staff/desk-table.tsx';
import { Pager } from './staff/pager.tsx';
import { Empty } from './ui/empty.tsx';
import { Field } from './ui/field.tsx';

/** An act as its list shows it. */
export type AuditRow = ActLine & {
  action: string;
  actorId: string | null;
  subjectId: string | null;
  eventId: string | null;
  /** "before: active, after: suspended" */
  facts: string;
};

export interface StaffAuditPageProps {
  frame: DeskFrame;
  rows: readonly AuditRow[];
  total: number;
  filter: { who: string; of: string; event: string; action: string };
  actions: FilterChoice['groups'];
  saved: readonly SavedFilter[];
  query: string;
  nextHref: string | null;
  isLater: boolean;
}

export function staffAuditHead(): PageHead {
  return { ...deskHead('Audit'), sheet: 'desk' };
}

/** `/staff/audit`: what was done, by subject, to subject, and why. Works without script. */
export function StaffAuditPage(props: StaffAuditPageProps) {
  const { frame, rows, total, filter, actions, saved, query, nextHref, isLater } = props;
  return (
    <DeskLayout
      frame={frame}
      here="/staff/audit"
      title="Audit"
      live="audit"
      about={totalWords(total, 'line')}
      aside={<CsvLink list="audit" query={query} />}
    >
      <DeskFilters
        list="audit"
        choices={[
          {
            name: 'action',
            label: 'What',
            value: filter.action,
            options: [{ value: '', label: 'Every act' }],
            groups: actions ?? [],
          },
        ]}
        saved={saved}
        query={query}
      >
        <Field
          label="Who"
          hideLabel
          name="who"
          defaultValue={filter.who}
          placeholder="Who: address or id"
          maxLength={254}
        />
        <Field
          label="User"
          hideLabel
          name="of"
          defaultValue={filter.of}
          placeholder="Whose: address or id"
          maxLength={254}
        />
        <Field
          label="VidDay"
          hideLabel
          name="event"
          defaultValue={filter.event}
          placeholder="VidDay: id"
          maxLength={64}
        />
      </DeskFilters>
      {rows.length === 0 ? (
        <Empty title="No such line">Nothing like that was recorded.</Empty>
      ) : (
        <ol className="desk-lines desk-lines--full">
          {rows.map(({ id, at, who, what, why, action, actorId, subjectId, eventId, subject, facts }) => (
            <li key={id}>
              <time dateTime={at}>{date(at, { style: 'short-time' })} UTC</time>
              <p>
                <strong>
                  <bdi>{who}</bdi>
                </strong>{' '}
                {what}{' '}
                {subjectId && subjectId !== actorId && (
                  <a href={`/staff/users/${subjectId}`}>
                    <bdi>{subject ?? 'An account'}</bdi>
                  </a>
                )}{' '}
                {eventId && <a href={`/staff/events/${eventId}`}>VidDay {eventId.slice(-6)}</a>}
                {why && <span className="l-small"> “{why}”</span>}
                <span className="l-fine desk-lines__facts">
                  {action}
                  {facts && `: ${facts}`}
                </span>
              </p>
            </li>
          ))}
        </ol>
      )}
      <Pager nextHref={nextHref} firstHref={isLater ? `/staff/audit?${query}` : null} />
    </DeskLayout>
  );
}
