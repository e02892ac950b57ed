import { date } from '../../src/shared/format.ts';
import { Button } from '../ui/button.tsx';
import { List } from '../ui/list.tsx';

/** A deleted VidDay that can be restored. */
export interface DeletedEvent {
  id: string;
  title: string;
  /** When it will be permanently deleted. */
  until: string;
  timeZone: string;
}

interface DeletedProps {
  events: readonly DeletedEvent[];
  locale?: string;
}

/** Deleted events with a restore button; nothing without any. */
export function Deleted({ events, locale }: DeletedProps) {
  if (events.length === 0) return null;
  return (
    <section className="dashboard__bin" id="deleted" aria-labelledby="bin">
      <h2 id="bin">Deleted</h2>
      <List className="dashboard__bin-list">
        {events.map(({ id, title, until, timeZone }) => (
          <li key={id}>
            <form method="post" action="/dashboard/deleted" className="l-row">
              <p>
                {title} <span className="l-small">until {date(until, { timeZone, locale })}</span>
              </p>
              <Button
                type="submit"
                name="id"
                value={id}
                kind="second"
                size="small"
                icon="retry"
                aria-label={`Bring back ${title}`}
              >
                Bring it back
              </Button>
            </form>
          </li>
        ))}
      </List>
    </section>
  );
}
