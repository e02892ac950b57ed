import type { Report } from '../src/shared/contracts/reports.ts';
import type { PageHead } from './layout/document.tsx';
import { DangerNotes } from './staff/danger-notes.tsx';
import { agoWords, type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { DeskSplit } from './staff/desk-split.tsx';
import { Pager } from './staff/pager.tsx';
import { Badge, type BadgeTone } from './ui/badge.tsx';
import { Button } from './ui/button.tsx';
import { Empty } from './ui/empty.tsx';
import { Field, FieldError, TextArea } from './ui/field.tsx';
import { TabLinks } from './ui/tabs.tsx';

export interface StaffReportsPageProps {
  frame: DeskFrame;
  status: Report['status'];
  reports: readonly Report[];
  total: number;
  /** Older ones; null at the end. */
  nextHref: string | null;
  /** Not the first page. */
  isLater: boolean;
  shown: Report | null;
  /** Whether the session's second step was a while ago. */
  proof: 'recent' | 'code' | 'log-in';
  /** A refused decision. */
  refused: { message: string; code: string | null; note: string; why: string } | null;
}

const TABS: readonly (readonly [Report['status'], string])[] = [
  ['open', 'Open'],
  ['confirmed', 'Confirmed'],
  ['dismissed', 'Dismissed'],
];
const TONES: Record<Report['status'], BadgeTone | undefined> = { open: 'bad', confirmed: 'warn', dismissed: undefined };
/** What confirming does. */
const SUSPENDED = [
  'Its page, film and links show a neutral page to everybody, at once.',
  'Its creator gets an email with your reason and a way to answer.',
  'Nothing is deleted, and a planned gift waits. You can lift it any time.',
];
const DELETED = ['Its creator has deleted it, so nobody sees it: nothing is suspended, and nobody gets an email.'];
const NOTHING: Record<Report['status'], string> = {
  open: 'Nothing to review. New reports show up here.',
  confirmed: 'No report has been confirmed.',
  dismissed: 'No report has been dismissed.',
};

export const reportsPath = (status: Report['status'], id?: string) =>
  `/staff/reports?show=${status}${id ? `&id=${id}` : ''}`;

export function staffReportsHead(): PageHead {
  return { ...deskHead('Reports'), sheet: 'desk' };
}

/** `/staff/reports`: what visitors reported. Works without script. */
export function StaffReportsPage(props: StaffReportsPageProps) {
  const { frame, status, reports, total, shown, nextHref, isLater } = props;
  const tabs = TABS.map(([value, label]) => ({
    href: reportsPath(value),
    label,
    isCurrent: value === status,
    ...(value === status && total > 0 && { count: total }),
  }));
  return (
    <DeskLayout frame={frame} here="/staff/reports" title="Reports" live="reports">
      <TabLinks label="Which reports" tabs={tabs} />
      {reports.length === 0 && !shown ? (
        <Empty title="All clear">{NOTHING[status]}</Empty>
      ) : (
        <DeskSplit
          lines={reports.map((report) => ({
            id: report.id,
            href: reportsPath(status, report.id),
            isCurrent: report.id === shown?.id,
            title: report.reason || 'No words',
            aside: agoWords(report.createdAt, frame.now),
            text: report.event?.title ?? 'A VidDay that is gone',
          }))}
          below={<Pager nextHref={nextHref} firstHref={isLater ? reportsPath(status) : null} />}
        >
          {shown && <ReportPanel {...props} report={shown} />}
        </DeskSplit>
      )}
    </DeskLayout>
  );
}

function ReportPanel({ frame, status, report, proof, refused }: StaffReportsPageProps & { report: Report }) {
  const { event, text, reporter, createdAt } = report;
  const isDeleted = event?.status === 'deleted';
  return (
    <article className="desk-panel" aria-labelledby="report">
      <h2 id="report">
        <bdi>{event?.title ?? 'A VidDay that is gone'}</bdi>
      </h2>
      <p className="l-row">
        <Badge tone={TONES[report.status]}>{TABS.find(([value]) => value === report.status)?.[1]}</Badge>
        {event?.status === 'suspended' && <Badge tone="warn">Suspended</Badge>}
        {report.mediaId && <a href={`/staff/media?id=${report.mediaId}`}>It’s about a clip</a>}
        {isDeleted && <Badge>Deleted</Badge>}
        {event && !isDeleted && <a href={`/e/${event.uuid}`}>See the page as anyone does</a>}
      </p>
      <blockquote className="staff-reports__quote">
        <bdi>{text ? `“${text}”` : 'They left no words.'}</bdi>
      </blockquote>
      <p className="l-small">
        <bdi>{reporter}</bdi>, {agoWords(createdAt, frame.now)}.
      </p>
      {report.handledAt && (
        <p className="l-small">
          {report.status === 'confirmed' ? 'Confirmed' : 'Dismissed'} by{' '}
          <bdi>{report.handledBy ?? 'somebody who left'}</bdi>, {agoWords(report.handledAt, frame.now)}.{' '}
          {report.note && <bdi>“{report.note}”</bdi>}
        </p>
      )}
      <form method="post" action={`/staff/reports/${report.id}`} className="desk-panel__form">
        {refused && (
          <div role="alert">
            <FieldError>{refused.message}</FieldError>
          </div>
        )}
        <input type="hidden" name="show" value={status} />
        <input type="hidden" name="seen" value={report.status} />
        <Field
          label="Note for the log"
          name="note"
          placeholder="Why you decided so"
          defaultValue={refused?.note ?? ''}
          maxLength={500}
        />
        {report.status !== 'confirmed' && event && (
          <>
            {!isDeleted && (
              <TextArea
                label="Reason, as its creator will read it"
                name="why"
                rows={3}
                maxLength={1000}
                defaultValue={refused?.why ?? ''}
                hint="Optional. Name nobody who told us."
              />
            )}
            <DangerNotes
              title={isDeleted ? 'If you confirm it' : 'If you suspend it'}
              proof={proof}
              next={reportsPath(status, report.id)}
              codeError={refused?.code ?? null}
              effects={isDeleted ? DELETED : SUSPENDED}
            />
          </>
        )}
        <div className="l-row">
          {report.status !== 'confirmed' && event && (
            <Button
              type="submit"
              kind="danger"
              name="status"
              value="confirmed"
              icon="lock"
              disabled={proof === 'log-in'}
            >
              {isDeleted ? 'Confirm' : 'Suspend it'}
            </Button>
          )}
          {report.status !== 'dismissed' && (
            <Button type="submit" kind="second" name="status" value="dismissed">
              {report.status === 'confirmed' ? 'Lift it and dismiss' : 'Dismiss'}
            </Button>
          )}
        </div>
        {report.status === 'confirmed' && (
          <p className="l-fine">
            Lifting opens the page again, unless another report of it is confirmed. Its creator gets an email.
          </p>
        )}
      </form>
    </article>
  );
}
