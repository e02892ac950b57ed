import type { RenderJob } from '../src/shared/contracts/films.ts';
import { JOB_STATES, type StaffJob } from '../src/shared/contracts/staff-renders.ts';
import { count } from '../src/shared/format.ts';
import { may } from '../src/shared/permissions.ts';
import type { PageHead } from './layout/document.tsx';
import { agoWords, type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { Pager } from './staff/pager.tsx';
import { Badge, type BadgeTone } from './ui/badge.tsx';
import { Button } from './ui/button.tsx';
import { Empty } from './ui/empty.tsx';
import type { IconName } from './ui/icon.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';
import { Progress } from './ui/progress.tsx';
import { TabLinks } from './ui/tabs.tsx';

/** `films`: renders in any state; the others: jobs in one. */
export const JOB_SHOWS = ['failed-films', 'films', ...JOB_STATES] as const;
export type JobShow = (typeof JOB_SHOWS)[number];

/** A render with the title of its event. */
export type RenderRow = RenderJob & { title: string };

/** A job, and whether it can be cancelled. */
export type JobRow = StaffJob & { mayCancel: boolean };

export interface StaffJobsPageProps {
  frame: DeskFrame;
  show: JobShow;
  renders: readonly RenderRow[];
  jobs: readonly JobRow[];
  nextHref: string | null;
  isLater: boolean;
  /** What was done just now, or why not. */
  note: { tone: 'good' | 'bad'; words: string } | null;
}

const TABS: readonly (readonly [JobShow, string])[] = [
  ['failed-films', 'Failed films'],
  ['films', 'All films'],
  ['failed', 'Failed jobs'],
  ['running', 'Running'],
  ['queued', 'Waiting'],
  ['done', 'Done'],
];
const TONES: Record<RenderJob['status'], BadgeTone | undefined> = {
  queued: undefined,
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'warn',
};

export const jobsPath = (show: JobShow) => (show === 'failed-films' ? '/staff/jobs' : `/staff/jobs?show=${show}`);

export function staffJobsHead(): PageHead {
  return { ...deskHead('Jobs'), sheet: 'desk' };
}

/** `/staff/jobs`: films that are made, and what else the workers do. Works without script. */
export function StaffJobsPage({ frame, show, renders, jobs, nextHref, isLater, note }: StaffJobsPageProps) {
  return (
    <DeskLayout frame={frame} here="/staff/jobs" title="Jobs" live="jobs">
      <TabLinks
        label="Which jobs"
        tabs={TABS.map(([value, label]) => ({ href: jobsPath(value), label, isCurrent: value === show }))}
      />
      {note && (
        <Banner tone={note.tone} role={note.tone === 'bad' ? 'alert' : 'status'}>
          {note.words}
        </Banner>
      )}
      {renders.length + jobs.length === 0 && (
        <Empty title="Nothing here">
          {show === 'failed-films' ? 'Every film was made.' : 'No job is in this state.'}
        </Empty>
      )}
      <List className="staff-jobs">
        {renders.map((render) => (
          <li key={render.id}>
            <Render render={render} frame={frame} show={show} />
          </li>
        ))}
        {jobs.map((job) => (
          <li key={job.id}>
            <Job job={job} now={frame.now} show={show} />
          </li>
        ))}
      </List>
      <Pager nextHref={nextHref} firstHref={isLater ? jobsPath(show) : null} />
    </DeskLayout>
  );
}

function Render({ render, frame, show }: { render: RenderRow; frame: DeskFrame; show: JobShow }) {
  const { id, eventId, title, status, kind, format, height, progress, step, error, createdAt, log = [] } = render;
  const isAlive = status === 'queued' || status === 'running';
  const common = { id, show, title };
  return (
    <article className="staff-jobs__row" id={id}>
      <div>
        <h2>
          <a href={`/staff/events/${eventId}`}>
            <bdi>{title}</bdi>
          </a>
        </h2>
        <p className="l-small">
          Film, {format}, {height}p{kind === 'staff' && ', made at the desk'}. {agoWords(createdAt, frame.now)}
        </p>
      </div>
      <Badge tone={TONES[status]}>{status}</Badge>
      <div className="staff-jobs__how">
        {isAlive ? (
          <Progress value={progress} max={1} label={title} text={`${Math.round(progress * 100)} %, ${step}`} />
        ) : (
          error?.message
        )}
      </div>
      <div className="l-row">
        {(status === 'failed' || status === 'cancelled') && <Act {...common} name="retry" label="Retry" icon="retry" />}
        {isAlive && <Act {...common} name="cancel" label="Cancel" />}
        {status === 'done' && kind === 'staff' && may(frame.role, 'render.make') && (
          <Act {...common} name="publish" label="Publish" />
        )}
      </div>
      {log.length > 0 && (
        <details className="staff-jobs__log">
          <summary>Log, {count(log.length, 'line')}</summary>
          <pre>{log.join('\n')}</pre>
        </details>
      )}
    </article>
  );
}

interface ActProps {
  id: string;
  /** Last part of the form’s path. */
  name: string;
  label: string;
  icon?: IconName;
  title: string;
  show: JobShow;
}

function Act({ id, name, label, icon, title, show }: ActProps) {
  return (
    <form method="post" action={`/staff/jobs/${id}/${name}`}>
      <input type="hidden" name="show" value={show} />
      <Button type="submit" kind="second" size="small" {...(icon && { icon })} aria-label={`${label}: ${title}`}>
        {label}
      </Button>
    </form>
  );
}

/** Jobs that make films, which are in their own lists. */
const FILMS = ['film.render', 'film.shape'];

function Job({ job, now, show }: { job: JobRow; now: number; show: JobShow }) {
  const { id, type, state, step, progress, attempt, error, createdAt, mayCancel } = job;
  const common = { id, show, title: type };
  return (
    <article className="staff-jobs__row" id={id}>
      <div>
        <h2>{type}</h2>
        <p className="l-small">
          {agoWords(createdAt, now)}, {count(attempt, 'try', 'tries')}
        </p>
      </div>
      <Badge tone={TONES[state]}>{state}</Badge>
      <div className="staff-jobs__how">
        {error?.message ?? (state === 'running' ? `${Math.round(progress * 100)} %${step && `, ${step}`}` : '')}
      </div>
      {!FILMS.includes(type) && (
        <div className="l-row">
          {state === 'failed' && <Act {...common} name="retry-job" label="Retry" icon="retry" />}
          {mayCancel && <Act {...common} name="cancel-job" label="Cancel" />}
        </div>
      )}
    </article>
  );
}
