import type { Event } from '../../src/shared/contracts/events.ts';
import { date } from '../../src/shared/format.ts';
import { DRAFT_KEPT } from '../../src/shared/limits.ts';
import { OCCASIONS } from '../../src/shared/occasions.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import { Button } from '../../views/ui/button.tsx';
import { cx } from '../../views/ui/class-names.ts';
import { Icon } from '../../views/ui/icon.tsx';
import { Titled } from '../../views/ui/names.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { NotReached } from './not-reached.tsx';
import { registerPath, whenWords } from './publish-bar.tsx';
import type { StudioProps } from './studio-state.ts';
import type { Studio } from './use-studio.ts';

interface TitleBarProps extends Pick<StudioProps, 'needsAccount' | 'wasPaid'> {
  studio: Studio;
  onDetails: () => void;
  onVersions: () => void;
}

/** Title of the event, confirmations and important notices. */
export function TitleBar({ studio, needsAccount, wasPaid, onDetails, onVersions }: TitleBarProps) {
  const { event, films } = studio;
  const given = whenWords(event);
  return (
    <div className="studio__title">
      <p className="studio__crumb l-small">
        <span className="studio__chip wrap" aria-hidden="true" />
        <span>
          {OCCASIONS[event.occasion].label}
          {event.deadline && `, clips due by ${momentInWords(event.deadline, event.timeZone)}`}
        </span>
      </p>
      <h1>
        <Titled title={event.title} names={event.recipients.map((each) => each.firstName)} />
      </h1>
      {given && <p className="l-small studio__given">{given}</p>}
      <div className="l-row">
        <Button kind="quiet" size="small" icon="pen" onClick={onDetails}>
          Edit details
        </Button>
        {films.length > 0 && (
          <Button kind="quiet" size="small" icon="film" onClick={onVersions}>
            Versions
          </Button>
        )}
        <Saved {...studio} />
      </div>
      <Notices {...{ studio, needsAccount, wasPaid }} />
    </div>
  );
}

function Saved({ isLive, isSaving }: Pick<Studio, 'isLive' | 'isSaving'>) {
  return (
    <p className={cx('studio__saved l-small', !isLive && 'studio__saved--lost')} role="status">
      <Icon name={!isLive ? 'offline' : isSaving ? 'clock' : 'check'} />
      {!isLive ? 'No connection. Still trying' : isSaving ? 'Saving' : 'All changes saved'}
    </p>
  );
}

function Notices({ studio, needsAccount, wasPaid }: Pick<TitleBarProps, 'studio' | 'needsAccount' | 'wasPaid'>) {
  const { event, render, films } = studio;
  return (
    <>
      {needsAccount && (
        <Banner tone="info" icon="info">
          This VidDay is only saved in this browser and will be deleted on {keptUntil(event)}.{' '}
          <a href={registerPath(event)}>Create an account to keep it</a>. Everything stays as it is.
        </Banner>
      )}
      {wasPaid && !render && (
        <Banner tone="good" icon="check">
          Thank you! We’ll start on the film as soon as your payment is confirmed, usually within seconds.
        </Banner>
      )}
      <NotReached event={studio.event} />
      {render?.status === 'failed' && (
        <Banner tone="bad" icon="warn" title="The film didn’t finish" role="status">
          {[render.error?.message, 'You won’t be charged twice.', films.length > 0 && 'The previous film still plays.']
            .filter(Boolean)
            .join(' ')}
        </Banner>
      )}
    </>
  );
}

function keptUntil({ updatedAt, timeZone }: Event): string {
  return date(new Date(Date.parse(updatedAt) + DRAFT_KEPT), { timeZone });
}
