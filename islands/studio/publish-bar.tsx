import type { Event } from '../../src/shared/contracts/events.ts';
import { duration } from '../../src/shared/format.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import { Button, ButtonLink } from '../../views/ui/button.tsx';
import { Names } from '../../views/ui/names.tsx';
import { PayBar } from '../../views/ui/pay-bar.tsx';
import { Progress } from '../../views/ui/progress.tsx';
import { GiveLine, givenWords } from './give-bar.tsx';
import { wishToPublish } from './publish-wish.ts';
import { isRendering, timelineOf, whyNotPublish } from './studio-state.ts';
import type { Studio } from './use-studio.ts';

interface PublishBarProps {
  studio: Studio;
  needsAccount: boolean;
  onDeliver: () => void;
}

/** Bottom bar: price, progress and the next step. */
export function PublishBar({ studio, needsAccount, onDeliver }: PublishBarProps) {
  const { event, render } = studio;
  const due = event.price?.amount ?? 0;
  const reason = whyNotPublish(event);
  const isPending = Boolean(event.delivery?.at);
  const give = <GiveLine studio={studio} onChange={onDeliver} />;
  if (isRendering(render) && render) {
    return (
      <PayBar
        amount={due}
        reason=""
        above={isPending && give}
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
  // Nothing to publish or pay: only the delivery is left.
  if (isUpToDate(studio) && due === 0 && (isPending || event.deliveredAt)) {
    return (
      <div className="pay-bar">
        <div className="l-page">{give}</div>
      </div>
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
      above={(isPending || event.deliveredAt) && give}
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
      <ButtonLink size="big" href={registerPath(event)} onClick={() => wishToPublish(event.uuid)}>
        Create an account to publish
      </ButtonLink>
    );
  }
  const isCurrent = isUpToDate(studio);
  const hasFilm = films.some((film) => film.isCurrent);
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
        Give it
      </Button>
    );
  }
  return (
    <div className="studio__publish">
      <Button size="big" disabled={reason !== null} onClick={() => void studio.publish()}>
        {due > 0 ? 'Pay and publish' : hasFilm ? 'Publish again' : 'Publish'}
      </Button>
      {reason && <p className="l-fine">{reason}</p>}
    </div>
  );
}

/** Whether the film contains the current timeline. */
function isUpToDate({ event, films }: Studio): boolean {
  return films.some((film) => film.isCurrent) && !event.isFilmOutdated;
}

function reasonOf(due: number, lines: readonly { id: string; label: string }[]): string {
  if (due > 0) return lines[0]?.label ?? '';
  if (lines.some((line) => line.id === 'free')) return 'free for this occasion';
  return 'paid, publish as often as you like';
}

/** How to get down to the next smaller package. */
function cheaperWay({ length, price }: Event): { label: string; amount: number | string } | null {
  if (!price?.smaller) return null;
  const { name, covers, amount } = price.smaller;
  return { label: `Cut ${duration(length - covers)} and it’s ${name}`, amount: amount || 'Free' };
}

/** Registration page that keeps this VidDay and returns here. */
export function registerPath({ uuid }: Event): string {
  return `/auth/register?next=${encodeURIComponent(`/e/${uuid}`)}`;
}

/** Status of the film: opened, delivered, or scheduled; null otherwise. */
export function whenWords(event: Event) {
  const { delivery, timeZone } = event;
  if (delivery?.at && delivery.undoFor === null) {
    return (
      <>
        {delivery.byHand ? 'Opens for' : 'Goes to'} <Names of={event.recipients.map((each) => each.firstName)} /> on{' '}
        <strong>{momentInWords(delivery.at, timeZone)}</strong>
      </>
    );
  }
  const at = event.openedAt ?? event.deliveredAt;
  if (!at) return null;
  return (
    <>
      {givenWords(event)} on {momentInWords(at, timeZone)}
    </>
  );
}
