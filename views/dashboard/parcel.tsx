import { date, listNames } from '../../src/shared/format.ts';
import { OCCASIONS } from '../../src/shared/occasions.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { cx } from '../ui/class-names.ts';
import { Ribbon, Wrap } from '../ui/paper.tsx';
import { Progress } from '../ui/progress.tsx';
import { Stamp } from '../ui/stamp.tsx';
import { type DashboardEvent, parcelWords } from './parcel-words.ts';

interface ParcelProps {
  event: DashboardEvent;
  now: number;
  locale?: string;
  /** The large one, with the screen's only coral button. */
  isFirst?: boolean;
}

/** For whom, and until when clips come in. */
function forWhom(event: DashboardEvent, locale?: string): string {
  const who = `For ${listNames(event.recipients, 'someone')}`;
  if (event.status !== 'active' || !event.deadline) return `${who}.`;
  const until = date(event.deadline, { timeZone: event.timeZone, locale, style: 'day-time' });
  if (!event.acceptsClips) return `${who}.`;
  return event.isClosed ? `${who}. Closed on ${until}.` : `${who}. Clips due by ${until}.`;
}

/** One event as a parcel in its own paper: state, numbers, next step. */
export function Parcel({ event, now, locale, isFirst }: ParcelProps) {
  const { badge, line, next, progress } = parcelWords(event, now, locale);
  const occasion = OCCASIONS[event.occasion];
  const href = `/e/${event.uuid}`;
  return (
    <li
      className={cx('parcel', isFirst && 'first')}
      data-occasion={event.occasion}
      data-tone={occasion.tone === 'quiet' ? 'quiet' : undefined}
    >
      <Wrap className="face">
        <Ribbon />
        {event.posters.length > 0 && (
          <span className="fan">
            {event.posters.slice(0, 3).map((poster) => (
              <Stamp key={poster} src={poster} />
            ))}
          </span>
        )}
      </Wrap>
      <div className="what">
        <p className="row">
          <Badge tone={badge.tone} icon={badge.icon}>
            {badge.text}
          </Badge>
          {event.sharedBy && <Badge>Shared by {event.sharedBy}</Badge>}
        </p>
        <h2>
          <a href={href}>{event.title}</a>
        </h2>
        <p className="small">{forWhom(event, locale)}</p>
        <p className="small">{line}</p>
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
      </div>
    </li>
  );
}
