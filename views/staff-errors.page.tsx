import type { GatheredError } from '../src/shared/contracts/errors.ts';
import { count, date } from '../src/shared/format.ts';
import { ERROR_STATES, type ErrorState } from '../src/shared/gathered-errors.ts';
import type { PageHead } from './layout/document.tsx';
import { agoWords, type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { DeskSplit } from './staff/desk-split.tsx';
import { Pager } from './staff/pager.tsx';
import { Badge } from './ui/badge.tsx';
import { Button } from './ui/button.tsx';
import { Empty } from './ui/empty.tsx';
import { Field } from './ui/field.tsx';
import { Banner } from './ui/notice.tsx';
import { TabLinks } from './ui/tabs.tsx';

export interface StaffErrorsPageProps {
  frame: DeskFrame;
  /** False: nothing new is gathered. */
  isGathering: boolean;
  state: ErrorState;
  errors: readonly GatheredError[];
  total: number;
  /** Older ones; null at the end. */
  nextHref: string | null;
  /** Not the first page. */
  isLater: boolean;
  shown: GatheredError | null;
}

const LABELS: Record<ErrorState, string> = { open: 'Open', resolved: 'Resolved', ignored: 'Ignored' };
const NOTHING: Record<ErrorState, string> = {
  open: 'No error that nobody has looked at. New ones show up here.',
  resolved: 'Nothing has been resolved. Errors are forgotten 90 days after their last time.',
  ignored: 'Nothing is ignored.',
};

export const errorsPath = (state: ErrorState, id?: string) => `/staff/errors?show=${state}${id ? `&id=${id}` : ''}`;

export function staffErrorsHead(): PageHead {
  return { ...deskHead('Errors'), sheet: 'desk' };
}

/** `/staff/errors`: what went wrong in browsers and on servers. Works without script. */
export function StaffErrorsPage({
  frame,
  state,
  errors,
  total,
  shown,
  nextHref,
  isLater,
  ...rest
}: StaffErrorsPageProps) {
  const tabs = ERROR_STATES.map((value) => ({
    href: errorsPath(value),
    label: LABELS[value],
    isCurrent: value === state,
    ...(value === state && total > 0 && { count: total }),
  }));
  return (
    <DeskLayout
      frame={frame}
      here="/staff/errors"
      title="Errors"
      about="Without addresses, keys and what people typed."
      live="errors"
    >
      {!rest.isGathering && (
        <Banner tone="warn" icon="info">
          Nothing is being gathered: GATHER_ERRORS is off.
        </Banner>
      )}
      <TabLinks label="Which errors" tabs={tabs} />
      {errors.length === 0 && !shown ? (
        <Empty title="All clear">{NOTHING[state]}</Empty>
      ) : (
        <DeskSplit
          lines={errors.map((error) => ({
            id: error.id,
            href: errorsPath(state, error.id),
            isCurrent: error.id === shown?.id,
            title: `${error.type}: ${error.message}`,
            aside: agoWords(error.lastAt, frame.now),
            text: `${count(error.count, 'time')}, ${error.place}`,
          }))}
          below={<Pager nextHref={nextHref} firstHref={isLater ? errorsPath(state) : null} />}
        >
          {shown && <ErrorPanel error={shown} now={frame.now} />}
        </DeskSplit>
      )}
    </DeskLayout>
  );
}

function ErrorPanel({ error, now }: { error: GatheredError; now: number }) {
  const { id, side, type, message, stack, place, device, state, decidedBy, note } = error;
  return (
    <article className="desk-panel" aria-labelledby="error">
      <h2 id="error">{type}</h2>
      <p>{message || 'It says nothing more.'}</p>
      <p className="l-row">
        <Badge tone={side === 'browser' ? 'info' : 'bad'}>{side === 'browser' ? 'Browser' : 'Server'}</Badge>
        <Badge>{LABELS[state]}</Badge>
        <span className="l-small">{place}</span>
      </p>
      <p className="l-small">
        {count(error.count, 'time')} since {date(error.firstAt, { style: 'full' })}, last {agoWords(error.lastAt, now)}
        {device && ` with ${device}`}.
      </p>
      {decidedBy && (
        <p className="l-small">
          {LABELS[state]} by <bdi>{decidedBy}</bdi>. {note && <bdi>“{note}”</bdi>}
        </p>
      )}
      {stack && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also with the keyboard
        <pre className="desk-panel__code" tabIndex={0}>
          {stack}
        </pre>
      )}
      <form method="post" action={`/staff/errors/${id}`} className="desk-panel__form">
        <Field label="Note for the log" name="note" maxLength={500} />
        <div className="l-row">
          {state !== 'resolved' && (
            <Button type="submit" name="state" value="resolved" icon="check">
              Resolve
            </Button>
          )}
          {state !== 'ignored' && (
            <Button type="submit" kind="second" name="state" value="ignored">
              Ignore
            </Button>
          )}
          {state !== 'open' && (
            <Button type="submit" kind="second" name="state" value="open">
              Reopen
            </Button>
          )}
        </div>
        <p className="l-fine">A resolved error that happens again is open again. An ignored one only counts.</p>
      </form>
    </article>
  );
}
