import type { ActLine } from '../src/shared/audit-words.ts';
import type { PublishedMedia, RenderJob } from '../src/shared/contracts/films.ts';
import type { Media } from '../src/shared/contracts/media.ts';
import type { Report } from '../src/shared/contracts/reports.ts';
import type { StaffEvent } from '../src/shared/contracts/staff-events.ts';
import type { StorageUse } from '../src/shared/contracts/storage-use.ts';
import { count, date, duration, money } from '../src/shared/format.ts';
import type { PageHead } from './layout/document.tsx';
import { AuditLines } from './staff/audit-lines.tsx';
import type { DangerNotesProps } from './staff/danger-notes.tsx';
import type { RefusedAct } from './staff/desk-act.tsx';
import { agoWords, BackTo, type DeskFrame, DeskLayout, DeskPanel, deskHead } from './staff/desk-layout.tsx';
import { EventActs } from './staff/event-acts.tsx';
import { EventState } from './staff/event-state.tsx';
import { Facts } from './staff/facts.tsx';
import { StorageFacts } from './staff/storage-facts.tsx';
import { Badge } from './ui/badge.tsx';
import { ClipTile } from './ui/clip-tile.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';

export interface StaffEventPageProps {
  frame: DeskFrame;
  event: StaffEvent;
  /** For its creator’s zone. */
  timeZone: string;
  /** Names, without addresses. */
  recipients: readonly string[];
  suspendedWhy: string | null;
  clips: readonly Media[];
  film: PublishedMedia | null;
  renders: readonly RenderJob[];
  reports: readonly Report[];
  story: readonly ActLine[];
  storage: StorageUse;
  proof: DangerNotesProps['proof'];
  refused: RefusedAct | null;
  /** What was done just now. */
  done: string | null;
}

const DONE: Readonly<Record<string, string>> = {
  suspend: 'It’s suspended. Its creator gets an email.',
  lift: 'It’s open again. Its creator gets an email.',
  extend: 'The deadline is moved.',
  transfer: 'It belongs to the other account now.',
  restore: 'It’s back from the bin.',
};

export function staffEventHead(): PageHead {
  return { ...deskHead('VidDay'), sheet: 'desk' };
}

/** `/staff/events/ID`: everything about a VidDay, read only, and what can be done with it. Works without script. */
export function StaffEventPage(props: StaffEventPageProps) {
  const { frame, event, clips, story, done, reports, renders, suspendedWhy } = props;
  return (
    <DeskLayout
      frame={frame}
      here="/staff/events"
      above={<BackTo href="/staff/events">VidDays</BackTo>}
      title={<bdi>{event.title}</bdi>}
      about={
        event.creator ? <a href={`/staff/users/${event.creator.id}`}>{event.creator.email}</a> : 'Its creator is gone'
      }
    >
      {done && DONE[done] && (
        <Banner tone="good" role="status">
          {DONE[done]}
        </Banner>
      )}
      <p className="l-row">
        <EventState status={event.status} />
        {reports.some(({ status }) => status === 'open') && <Badge tone="bad">Reported</Badge>}
        {suspendedWhy && <span className="l-small">“{suspendedWhy}”</span>}
      </p>
      <EventActs {...props} />
      <div className="desk__columns">
        <DeskPanel title={`Clips, ${clips.length}`} id="clips">
          {clips.length === 0 && <p className="l-small">Nobody has sent one yet.</p>}
          <List className="staff-event__clips">
            {clips.map((clip) => (
              <li key={clip.id} id={clip.id}>
                <Clip clip={clip} />
              </li>
            ))}
          </List>
        </DeskPanel>
        <div className="staff-event__side">
          <DeskPanel title="Facts" id="facts">
            <EventFacts {...props} />
          </DeskPanel>
          <DeskPanel title="Storage" id="storage">
            <StorageFacts use={props.storage} />
          </DeskPanel>
          {reports.length > 0 && (
            <DeskPanel title="Reports" id="reports">
              <List>
                {reports.map(({ id, status, reason, createdAt }) => (
                  <li key={id}>
                    <Badge tone={status === 'open' ? 'bad' : undefined}>{status}</Badge>{' '}
                    <a href={`/staff/reports?show=${status}&id=${id}`}>
                      <bdi>{reason || 'No words'}</bdi>
                    </a>{' '}
                    <span className="l-fine">{agoWords(createdAt, frame.now)}</span>
                  </li>
                ))}
              </List>
            </DeskPanel>
          )}
          {renders.length > 0 && (
            <DeskPanel title="Films" id="films">
              <List>
                {renders.map(({ id, status, format, height, createdAt, error }) => (
                  <li key={id}>
                    <Badge tone={status === 'failed' ? 'bad' : undefined}>{status}</Badge> {format}, {height}p{' '}
                    <span className="l-fine">
                      {agoWords(createdAt, frame.now)}
                      {error && `: ${error.message}`}
                    </span>
                  </li>
                ))}
              </List>
            </DeskPanel>
          )}
        </div>
        <DeskPanel title="History" id="history">
          <AuditLines lines={story} now={frame.now} none="Nothing yet." />
        </DeskPanel>
      </div>
    </DeskLayout>
  );
}

function Clip({ clip }: { clip: Media }) {
  const { kind, contributor, text, length, posterUrl, hidden, isTakenOut, status } = clip;
  const state = status === 'processing' ? 'preparing' : status;
  return (
    <ClipTile
      name={contributor.name}
      kind={kind}
      state={state}
      posterUrl={posterUrl}
      text={text}
      length={kind === 'text' ? null : length}
      isHidden={hidden || clip.deletedAt !== null}
      isTakenOut={isTakenOut}
      href={`/staff/media?id=${clip.id}`}
    />
  );
}

function EventFacts({ event, timeZone, recipients, film }: StaffEventPageProps) {
  const when = (at: string | null) => (at ? date(at, { style: 'short-time', timeZone }) : 'no date');
  return (
    <Facts
      of={[
        ['For', <bdi key="for">{recipients.join(', ')}</bdi>],
        ['Uuid', event.uuid],
        ['Private key', event.keys.privateKey],
        ['View key', event.keys.viewKey],
        ['Made', date(event.createdAt, { style: 'full' })],
        ['Deadline', when(event.deadline)],
        ['Goes out', when(event.deliverAt)],
        ['Time zone', timeZone],
        ['Clips', `${count(event.clips, 'clip')} from ${count(event.contributors, 'person', 'people')}`],
        ['Length', duration(event.length)],
        ...(event.paid === null ? [] : [['Paid', money(event.paid)] as const]),
        [
          'Film',
          film ? (
            <a key="film" href={film.sources[0]?.url}>
              Version {film.version}
            </a>
          ) : (
            'none'
          ),
        ],
      ]}
    />
  );
}
