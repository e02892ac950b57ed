import type { Contribution } from '../src/shared/contracts/media.ts';
import { OCCASION_LIST } from '../src/shared/occasions.ts';
import { Swatch } from './base/swatch.tsx';
import { Contributions } from './dashboard/contributions.tsx';
import { Deleted, type DeletedEvent } from './dashboard/deleted.tsx';
import { LeftDrafts, type LeftDraftsProps } from './dashboard/left-drafts.tsx';
import { Parcel } from './dashboard/parcel.tsx';
import { type DashboardEvent, summary } from './dashboard/parcel-words.ts';
import { type OrderedThing, Things } from './dashboard/things.tsx';
import { Unconfirmed } from './dashboard/unconfirmed.tsx';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { ButtonLink } from './ui/button.tsx';
import { Empty } from './ui/empty.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';
import { Slot } from './ui/slot.tsx';

export type { DashboardEvent } from './dashboard/parcel-words.ts';

export interface DashboardPageProps {
  site: SiteProps;
  /** Newest first; the page shows the most urgent one first. */
  events: readonly DashboardEvent[];
  /** Clips sent to other events, newest first. */
  contributions?: readonly Contribution[];
  /** What was ordered last, newest first. */
  things?: readonly OrderedThing[];
  /** Events that can be restored. */
  deleted?: readonly DeletedEvent[];
  /** Milliseconds since 1970. */
  now: number;
  locale?: string;
  /** Next page of a long list. */
  nextHref?: string | null;
  /** The list could not be loaded. */
  error?: string | null;
  /** The unconfirmed address; `isSent` when the link was just mailed again. */
  unconfirmed?: { email: string; isSent: boolean } | null;
  /** Drafts of this browser that are in no account. */
  left?: LeftDraftsProps;
}

export function dashboardHead(): PageHead {
  return { title: 'My VidDays', indexed: false, sheet: 'dashboard' };
}

/** Sort order: events that need the organiser, then those in progress, then finished ones. */
function urgency(event: DashboardEvent): number {
  if (event.status === 'active') return event.isClosed ? 0 : 1;
  if (event.status === 'finalized') return event.deliverAt ? 3 : 0;
  return { finalizing: 2, suspended: 2, delivered: 4, archived: 5, deleted: 6 }[event.status];
}

/** `/dashboard`: the user's events as parcels, most urgent first. */
export function DashboardPage(props: DashboardPageProps) {
  const { site, events, now, locale, nextHref, error, unconfirmed, left } = props;
  const sorted = [...events].sort((a, b) => urgency(a) - urgency(b));
  const first = sorted[0];
  const isUrgent = first !== undefined && urgency(first) <= 1;
  return (
    <Layout site={site} current="dashboard" mainClass="l-page dashboard">
      <div className="dashboard__head">
        <h1>My VidDays</h1>
        {events.length > 0 && <p className="l-lead">{summary(events)}</p>}
      </div>
      {unconfirmed && <Unconfirmed {...unconfirmed} />}
      {left && <LeftDrafts {...left} />}
      {error && (
        <Banner
          tone="bad"
          role="alert"
          action={
            <ButtonLink kind="second" size="small" icon="retry" href="/dashboard">
              Try again
            </ButtonLink>
          }
        >
          {error}
        </Banner>
      )}
      {events.length === 0 && !error ? (
        <NoEvents />
      ) : (
        <List className="dashboard__parcels">
          {sorted.map((event) => (
            <Parcel key={event.uuid} event={event} now={now} locale={locale} isFirst={isUrgent && event === first} />
          ))}
          <li className="dashboard__parcel dashboard__parcel--new">
            <Slot href="/start-a-vidday">
              <strong>Who’s next?</strong>
              <span>Start a new VidDay</span>
            </Slot>
          </li>
        </List>
      )}
      {nextHref && (
        <p>
          <a className="button button--second" href={nextHref}>
            Show older ones
          </a>
        </p>
      )}
      <Things of={props.things ?? []} />
      <Contributions clips={props.contributions ?? []} />
      <Deleted events={props.deleted ?? []} locale={locale} />
    </Layout>
  );
}

const FIRST_PAPERS = 6;

function NoEvents() {
  return (
    <>
      <Empty
        className="dashboard__none"
        title="Nothing wrapped yet"
        action={
          <ButtonLink href="/start-a-vidday" size="big">
            Start a VidDay
          </ButtonLink>
        }
      >
        Name a person and a day. You’ll get one link to share, and the clips arrive here.
      </Empty>
      <section className="dashboard__papers" aria-labelledby="papers">
        <h2 id="papers">Or start with the paper</h2>
        <List className="swatch__list">
          {OCCASION_LIST.filter((each) => each.homePage)
            .slice(0, FIRST_PAPERS)
            .map((each) => (
              <Swatch key={each.type} occasion={each} href={`/start-a-vidday?occasion=${each.type}`} />
            ))}
        </List>
      </section>
    </>
  );
}
