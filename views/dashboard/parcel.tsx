import { OCCASIONS } from '../../src/shared/occasions.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { cx } from '../ui/class-names.ts';
import { Names, Titled } from '../ui/names.tsx';
import { Ribbon, Wrap } from '../ui/paper.tsx';
import { Progress } from '../ui/progress.tsx';
import { Stamp } from '../ui/stamp.tsx';
import { type DashboardEvent, parcelWords } from './parcel-words.ts';

interface ParcelProps {
  event: DashboardEvent;
  now: number;
  locale?: string;
  /** The large parcel with the primary button. */
  isFirst?: boolean;
}

/** Recipients and deadline. */
function ForWhom({ event, locale }: { event: DashboardEvent; locale?: string }) {
  const { status, deadline, acceptsClips, isClosed, timeZone } = event;
  const until = status === 'active' && acceptsClips && deadline && momentInWords(deadline, timeZone, locale);
  return (
    <p className="l-small">
      For <Names of={event.recipients} fallback="someone" />.
      {until && ` ${isClosed ? 'Closed on' : 'Clips due by'} ${until}.`}
    </p>
  );
}

/** An event as a parcel in its own paper: status, numbers, next step. */
export function Parcel({ event, now, locale, isFirst }: ParcelProps) {
  const { badge, line, next, progress } = parcelWords(event, now, locale);
  const occasion = OCCASIONS[event.occasion];
  const href = `/e/${event.uuid}`;
  return (
    <li
      className={cx('dashboard__parcel', isFirst && 'dashboard__parcel--first')}
      data-occasion={event.occasion}
      data-tone={occasion.tone === 'quiet' ? 'quiet' : undefined}
    >
      <Wrap className="dashboard__face">
        <Ribbon />
        {event.posters.length > 0 && (
          <span className="dashboard__fan">
            {event.posters.slice(0, 3).map((poster) => (
              <Stamp key={poster} src={poster} />
            ))}
          </span>
        )}
      </Wrap>
      <div className="dashboard__what">
        <p className="l-row">
          <Badge tone={badge.tone} icon={badge.icon}>
            {badge.text}
          </Badge>
          {event.sharedBy && <Badge>Shared by {event.sharedBy}</Badge>}
        </p>
        <h2>
          <a href={href}>
            <Titled title={event.title} names={event.recipients} />
          </a>
        </h2>
        <ForWhom event={event} locale={locale} />
        <p className="l-small">{line}</p>
        {progress !== undefined && <Progress label={`Making the film: ${event.title}`} value={progress} max={1} />}
        <ButtonLink
          href={href}
          kind={isFirst ? 'main' : 'second'}
          size={isFirst ? undefined : 'small'}
          icon={next.icon}
          aria-label={`${next.label}: ${event.title}`}
        >
          {next.label}
        </ButtonLink>
        {event.hasFilm && !event.sharedBy && (
          <a href={`${href}/orders`} aria-label={`Orders: ${event.title}`}>
            Orders
          </a>
        )}
      </div>
    </li>
  );
}
