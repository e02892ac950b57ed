import type { ReactNode } from 'react';
import type { ActLine } from '../src/shared/audit-words.ts';
import type { MetricsPoint } from '../src/shared/contracts/metrics.ts';
import type { StorageUse } from '../src/shared/contracts/storage-use.ts';
import { count } from '../src/shared/format.ts';
import type { SiteHealth } from '../src/shared/site-health.ts';
import type { PageHead } from './layout/document.tsx';
import { AuditLines } from './staff/audit-lines.tsx';
import { agoWords, type DeskFrame, DeskLayout, DeskPanel, deskHead } from './staff/desk-layout.tsx';
import { HealthFacts } from './staff/health-facts.tsx';
import { StorageFacts } from './staff/storage-facts.tsx';
import { TodayFigures } from './staff/today-figures.tsx';
import { Badge, type BadgeTone } from './ui/badge.tsx';
import { ButtonLink } from './ui/button.tsx';
import { Empty } from './ui/empty.tsx';
import { Icon, type IconName } from './ui/icon.tsx';
import { List } from './ui/list.tsx';

/** Something that needs somebody. */
export interface DeskTask {
  id: string;
  kind: 'report' | 'clip' | 'render' | 'dispute' | 'refund' | 'card' | 'chat';
  title: string;
  text: string;
  href: string;
  /** Since when it waits, ISO 8601. */
  since: string;
}

export interface StaffPageProps {
  frame: DeskFrame;
  /** The most urgent ones, first those that wait longest. */
  tasks: readonly DeskTask[];
  /** The last seven days, today last. */
  week: readonly MetricsPoint[];
  /** Latest acts; null for editors. */
  acts: readonly ActLine[] | null;
  /** What all files take; null until it is added up. */
  storage: StorageUse | null;
  health: SiteHealth;
}

const KINDS: Record<DeskTask['kind'], { badge: string; tone: BadgeTone; act: string }> = {
  report: { badge: 'Report', tone: 'bad', act: 'Review' },
  clip: { badge: 'Clip', tone: 'warn', act: 'Look at it' },
  render: { badge: 'Film', tone: 'bad', act: 'Look at it' },
  dispute: { badge: 'Dispute', tone: 'warn', act: 'Look at it' },
  refund: { badge: 'Refund', tone: 'bad', act: 'Look at it' },
  card: { badge: 'Gift card', tone: 'warn', act: 'Look at it' },
  chat: { badge: 'Chat', tone: 'info', act: 'Answer' },
};

export function staffHead(): PageHead {
  return { ...deskHead('Overview'), sheet: 'desk' };
}

/** `/staff`: what needs somebody now. */
export function StaffPage({ frame, tasks, week, acts, storage, health }: StaffPageProps) {
  const { waiting, now } = frame;
  const { reports, clips, renders, chats } = waiting;
  const all =
    reports + clips + renders + chats + (waiting.disputes ?? 0) + (waiting.refunds ?? 0) + (waiting.cards ?? 0);
  const oldest = tasks[0];
  return (
    <DeskLayout
      frame={frame}
      here="/staff"
      live="overview"
      title={all === 0 ? 'All clear' : all === 1 ? 'One thing needs somebody' : `${all} things need somebody`}
      about={oldest ? `The oldest is from ${agoWords(oldest.since, now)}.` : 'Nobody waits for us.'}
    >
      <List className="staff__tiles">
        <Tile n={waiting.reports} icon="warn" tone="bad" href="/staff/reports" one="Report" />
        <Tile
          n={waiting.clips}
          icon="photo"
          tone="warn"
          href="/staff/media"
          one="Clip to look at"
          many="Clips to look at"
        />
        <Tile n={waiting.renders} icon="retry" tone="bad" href="/staff/jobs" one="Failed film" />
        {waiting.disputes !== null && (
          <Tile n={waiting.disputes} icon="info" tone="warn" href="/staff/orders#disputes" one="Dispute" />
        )}
        {waiting.refunds !== null && (
          <Tile n={waiting.refunds} icon="undo" tone="bad" href="/staff/orders#stuck" one="Failed refund" />
        )}
        {waiting.cards !== null && (
          <Tile
            n={waiting.cards}
            icon="gift"
            tone="warn"
            href="/staff/orders#cards"
            one="Gift card that came back"
            many="Gift cards that came back"
          />
        )}
        <Tile
          n={waiting.chats}
          icon="chat"
          tone="info"
          href="/staff/chat?show=waiting"
          one="Chat waiting"
          many="Chats waiting"
        />
      </List>
      <DeskPanel title="Do these first" id="first">
        {tasks.length === 0 ? (
          <Empty title="Nothing to do" headingLevel={3}>
            Reports, marked clips, failed films and refunds, disputes, gift cards that came back and waiting chats show
            up here.
          </Empty>
        ) : (
          <List className="staff__queue">
            {tasks.map((task) => (
              <Task key={`${task.kind} ${task.id}`} task={task} now={now} />
            ))}
          </List>
        )}
      </DeskPanel>
      <div className="desk__columns">
        <DeskPanel title="Today" id="today">
          <TodayFigures week={week} />
        </DeskPanel>
        <DeskPanel title="Health" id="health">
          <HealthFacts health={health} now={now} />
        </DeskPanel>
      </div>
      <div className="desk__columns">
        {acts && (
          <DeskPanel title="Last acts" id="acts">
            <AuditLines lines={acts} now={now} none="Nobody has done anything yet." />
          </DeskPanel>
        )}
        <DeskPanel title="Storage" id="storage">
          {storage ? (
            <>
              <StorageFacts use={storage} />
              <p className="l-fine">Added up {agoWords(storage.at ?? '', now)}.</p>
            </>
          ) : (
            <p className="l-small">A worker adds it up every hour.</p>
          )}
        </DeskPanel>
      </div>
    </DeskLayout>
  );
}

function Task({ task: { kind, title, text, href, since }, now }: { task: DeskTask; now: number }) {
  const { badge, tone, act } = KINDS[kind];
  return (
    <li>
      <Badge tone={tone}>{badge}</Badge>
      <p>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <span className="l-small">
          {agoWords(since, now)}
          {text && `, ${text}`}
        </span>
      </p>
      <ButtonLink kind="second" size="small" href={href} aria-label={`${act}: ${title}`}>
        {act}
      </ButtonLink>
    </li>
  );
}

interface TileProps {
  n: number;
  icon: IconName;
  tone: BadgeTone;
  href: string;
  one: string;
  many?: string;
}

function Tile({ n, icon, tone, href, one, many }: TileProps): ReactNode {
  return (
    <li>
      <a className="staff__tile" href={href}>
        <span className={`staff__dot staff__dot--${tone}`}>
          <Icon name={icon} />
        </span>
        <span className="staff__number">{n}</span>
        <strong>{count(n, one, many).replace(/^\S+ /, '')}</strong>
      </a>
    </li>
  );
}
