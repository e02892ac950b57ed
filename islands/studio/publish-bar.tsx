import type { Event } from '../../src/shared/contracts/events.ts';
import { date, duration, listNames } from '../../src/shared/format.ts';
import { Button, ButtonLink } from '../../views/ui/button.tsx';
import { PayBar } from '../../views/ui/pay-bar.tsx';
import { Progress } from '../../views/ui/progress.tsx';
import { isRendering, timelineOf, whyNotPublish } from './studio-state.ts';
import type { Studio } from './use-studio.ts';

interface PublishBarProps {
  studio: Studio;
  needsAccount: boolean;
  onDeliver: () => void;
}

/** The bar at the bottom: what it costs, how far the film is, and the one next step. */
export function PublishBar({ studio, needsAccount, onDeliver }: PublishBarProps) {
  const { event, render } = studio;
  const due = event.price?.amount ?? 0;
  const reason = whyNotPublish(event);
  if (isRendering(render) && render) {
    return (
      <PayBar
        amount={due}
        reason=""
        progress={
          <Progress
            label="Making the film"
            value={render.status === 'queued' ? null : Math.round(render.progress * 100)}
            text={`${render.step}${render.status === 'running' ? `, ${Math.round(render.progress * 100)}% done` : ''}`}
          />
        }
        action={
          <Button kind="second" size="big" onClick={() => void studio.cancelRender()}>
            Stop
          </Button>
        }
      />
    );
  }
  const lines = event.price?.lines ?? [];
  const clips = timelineOf(event);
  const cheaper = cheaperWay(event);
  return (
    <PayBar
      amount={due}
      reason={reasonOf(due, lines)}
      lines={[
        ...lines.map(({ label, amount }) => ({ label, amount })),
        { label: 'Publishing again', amount: 'Free' },
        ...(cheaper ? [cheaper] : []),
      ]}
      when={whenWords(event)}
      action={<Action {...{ studio, needsAccount, onDeliver, reason, due, hasClips: clips.length > 0 }} />}
    />
  );
}

interface ActionProps {
  studio: Studio;
  needsAccount: boolean;
  onDeliver: () => void;
  reason: string | null;
  due: number;
  hasClips: boolean;
}

function Action({ studio, needsAccount, onDeliver, reason, due, hasClips }: ActionProps) {
  const { event, films } = studio;
  if (needsAccount && hasClips) {
    return (
      <ButtonLink size="big" href={registerPath(event)}>
        Create an account to publish
      </ButtonLink>
    );
  }
  const hasFilm = films.some((film) => film.isCurrent);
  const isCurrent = hasFilm && !event.isFilmOutdated;
  if (isCurrent && due > 0) {
    return (
      <Button size="big" onClick={() => void studio.publish()}>
        Pay
      </Button>
    );
  }
  if (isCurrent && event.status !== 'active') {
    return (
      <Button size="big" icon="gift" onClick={onDeliver}>
        {event.deliveredAt ? 'Send again' : 'Give it'}
      </Button>
    );
  }
  return (
    <div className="publish-act">
      <Button size="big" disabled={reason !== null} onClick={() => void studio.publish()}>
        {due > 0 ? 'Pay and publish' : hasFilm ? 'Publish again' : 'Publish'}
      </Button>
      {reason && <p className="fine">{reason}</p>}
    </div>
  );
}

function reasonOf(due: number, lines: readonly { id: string; label: string }[]): string {
  if (due > 0) return lines[0]?.label ?? '';
  if (lines.some((line) => line.id === 'free')) return 'free for this occasion';
  return 'paid, publish as often as you like';
}

/** What would have to go to come down to the next smaller package. */
function cheaperWay({ length, price }: Event): { label: string; amount: number | string } | null {
  if (!price?.smaller) return null;
  const { name, covers, amount } = price.smaller;
  return { label: `Cut ${duration(length - covers)} and it’s ${name}`, amount: amount || 'Free' };
}

/** Where an account is made that keeps this VidDay; leads back here. */
export function registerPath({ uuid }: Event): string {
  return `/auth/register?next=${encodeURIComponent(`/e/${uuid}`)}`;
}

/** What became of the film: opened, sent, or when it goes; null while nothing was decided. */
export function whenWords(event: Event) {
  const whom = listNames(event.recipients.map((each) => each.firstName));
  if (event.openedAt) return `${whom} opened it on ${date(event.openedAt, { timeZone: event.timeZone })}`;
  if (event.deliveredAt) return `Sent to ${whom} on ${date(event.deliveredAt, { timeZone: event.timeZone })}`;
  if (!event.deliverAt) return null;
  return (
    <>
      Goes to {whom} on <strong>{date(event.deliverAt, { timeZone: event.timeZone })}</strong>
    </>
  );
}
