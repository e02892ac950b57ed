import type { EventShow, StaffEvent } from '../src/shared/contracts/staff-events.ts';
import type { SavedFilter } from '../src/shared/desk-lists.ts';
import { clock, money } from '../src/shared/format.ts';
import { EVENT_STATUS } from '../src/shared/transitions.ts';
import type { PageHead } from './layout/document.tsx';
import { CsvLink, DeskFilters } from './staff/desk-filters.tsx';
import { agoWords, type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { type DeskColumn, DeskTable, foundWords, totalWords } from './staff/desk-table.tsx';
import { EVENT_STATE_WORDS, EventState } from './staff/event-state.tsx';
import { Pager } from './staff/pager.tsx';

export interface StaffEventsPageProps {
  frame: DeskFrame;
  events: readonly StaffEvent[];
  total: number;
  q: string;
  show: EventShow;
  saved: readonly SavedFilter[];
  query: string;
  nextHref: string | null;
  isLater: boolean;
}

const SHOWS = [
  { value: '', label: 'Every state' },
  ...EVENT_STATUS.map((value) => ({ value, label: EVENT_STATE_WORDS[value] })),
];

export function staffEventsHead(): PageHead {
  return { ...deskHead('VidDays'), sheet: 'desk' };
}

/** `/staff/events`: all VidDays of accounts. Works without script. */
export function StaffEventsPage(props: StaffEventsPageProps) {
  const { frame, events, total, q, show, saved, query, nextHref, isLater } = props;
  return (
    <DeskLayout
      frame={frame}
      here="/staff/events"
      title="VidDays"
      live="events"
      about={q ? foundWords(events.length) : totalWords(total, 'VidDay')}
      aside={<CsvLink list="events" query={query} />}
    >
      <DeskFilters
        list="events"
        search={{ value: q, placeholder: 'Person, address, uuid, part of a key' }}
        choices={[{ name: 'show', label: 'State', value: show === 'all' ? '' : show, options: SHOWS }]}
        saved={saved}
        query={query}
      />
      <EventTable
        events={events}
        now={frame.now}
        none={q ? 'No VidDay begins like that.' : 'No VidDay is in this state.'}
      />
      <Pager nextHref={nextHref} firstHref={isLater ? `/staff/events?${query}` : null} />
    </DeskLayout>
  );
}

/** VidDays line by line. */
function EventTable({ events, now, none }: { events: readonly StaffEvent[]; now: number; none: string }) {
  const seesMoney = events.some(({ paid }) => paid !== null);
  const columns: DeskColumn<StaffEvent>[] = [
    {
      label: 'VidDay',
      cell: ({ title, uuid }) => (
        <>
          <bdi>{title}</bdi> <span className="l-fine">{`${uuid.slice(0, 4)}…${uuid.slice(-4)}`}</span>
        </>
      ),
    },
    { label: 'State', cell: ({ status }) => <EventState status={status} /> },
    { label: 'Creator', cell: ({ creator }) => <bdi>{creator?.email ?? 'gone'}</bdi> },
    { label: 'Clips', isNumber: true, isMinor: true, cell: ({ clips }) => clips },
    { label: 'Length', isNumber: true, isMinor: true, cell: ({ length }) => clock(length) },
    ...(seesMoney
      ? [{ label: 'Paid', isNumber: true, isMinor: true, cell: ({ paid }: StaffEvent) => (paid ? money(paid) : '–') }]
      : []),
    { label: 'Changed', isNumber: true, cell: ({ updatedAt }) => agoWords(updatedAt, now) },
  ];
  return (
    <DeskTable
      label="VidDays"
      columns={columns}
      rows={events}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/staff/events/${id}`}
      empty={{ title: 'Nothing', words: none }}
    />
  );
}
