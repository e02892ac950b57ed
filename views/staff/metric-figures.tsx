import type { Metrics, MetricsFigures, MetricsPoint } from '../../src/shared/contracts/metrics.ts';
import { FAILED_THINGS } from '../../src/shared/figures.ts';
import { date, money } from '../../src/shared/format.ts';

interface Figure {
  label: string;
  value: string;
  /** Compared with the time before; empty without anything to compare. */
  change: string;
}

/** The sums of a range, and how whole steps of it changed. */
export function MetricFigures({ total, compared: { now, before } }: Pick<Metrics, 'total' | 'compared'>) {
  const figures: Figure[] = [
    counted('Sign-ups', total.signUps, [now.signUps, before.signUps]),
    counted('VidDays', total.events, [now.events, before.events]),
    counted('Clips in', total.clips, [now.clips, before.clips]),
    {
      label: 'Sent at first try',
      value: firstTry(total),
      change: arrivals(before) > 0 ? `before: ${firstTry(before)}` : '',
    },
    counted('Films made', total.films, [now.films, before.films]),
    ...(total.paid === null ? [] : [counted('Paid', total.paid, [now.paid ?? 0, before.paid ?? 0], money)]),
    { label: 'Mail bounced', value: bounced(total), change: before.mails > 0 ? `before: ${bounced(before)}` : '' },
    {
      label: '95% answered in',
      value: total.answer ? `${whole(total.answer.slow)} ms` : 'none',
      change: before.answer ? `before: ${whole(before.answer.slow)} ms` : '',
    },
  ];
  return (
    <dl className="metrics__figures">
      {figures.map(({ label, value, change }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="metrics__number">{value}</span> <span className="l-fine">{change}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** All numbers of the plots, the latest first. */
export function MetricsTable({ points, step }: Pick<Metrics, 'points' | 'step'>) {
  const seesMoney = points.some(({ paid }) => paid !== null);
  const columns = COLUMNS.filter(({ label }) => seesMoney || label !== 'Paid');
  return (
    <details className="desk-panel__fold">
      <summary>All numbers as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also with the keyboard */}
      <section className="metrics__table" aria-label="All numbers" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{{ hour: 'Hour, UTC', day: 'Day, UTC', week: 'Week from' }[step]}</th>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <tr key={point.at}>
                <th scope="row">
                  <time dateTime={point.at}>{date(point.at, { style: step === 'hour' ? 'day-time' : 'full' })}</time>
                </th>
                {columns.map(({ label, cell }) => (
                  <td key={label}>{cell(point)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

const COLUMNS: readonly { label: string; cell: (point: MetricsPoint) => string }[] = [
  { label: 'Sign-ups', cell: ({ signUps }) => whole(signUps) },
  { label: 'VidDays', cell: ({ events }) => whole(events) },
  { label: 'Uploads', cell: ({ uploads }) => whole(uploads) },
  { label: 'At first try', cell: ({ firstTries }) => whole(firstTries) },
  { label: 'Clips in', cell: ({ clips }) => whole(clips) },
  { label: 'Failures', cell: ({ failed }) => whole(failures(failed)) },
  { label: 'Films', cell: ({ films }) => whole(films) },
  { label: 'Paid', cell: ({ paid }) => (paid === null ? '' : money(paid)) },
  { label: 'Mails', cell: ({ mails }) => whole(mails) },
  { label: 'Bounced', cell: ({ bounces }) => whole(bounces) },
  { label: 'Half answered in', cell: ({ answer }) => (answer ? `${answer.half} ms` : '') },
  { label: '95% answered in', cell: ({ answer }) => (answer ? `${answer.slow} ms` : '') },
  { label: 'Work for 1 s of film, half', cell: ({ render }) => (render ? `${render.half} s` : '') },
  { label: 'Work for 1 s of film, 95%', cell: ({ render }) => (render ? `${render.slow} s` : '') },
];

function failures(failed: MetricsFigures['failed']): number {
  return FAILED_THINGS.flatMap((thing) => Object.values(failed[thing])).reduce((sum, each) => sum + each, 0);
}

function counted(label: string, total: number, [now, before]: [number, number], show = whole): Figure {
  const percent = before > 0 ? Math.round((100 * (now - before)) / before) : null;
  const sign = percent !== null && percent > 0 ? '+' : '';
  return { label, value: show(total), change: percent === null ? '' : `${sign}${percent}%`.replace('-', '−') };
}

/** Uploads that arrived, and those that failed. */
function arrivals({ uploads, failed }: MetricsFigures): number {
  return uploads + Object.values(failed.upload).reduce((sum, each) => sum + each, 0);
}

/** Share of uploads that arrived without an interruption. */
function firstTry(figures: MetricsFigures): string {
  const all = arrivals(figures);
  return all > 0 ? `${((100 * figures.firstTries) / all).toFixed(1)}%` : 'none';
}

/** Share of mails that a server refused for good. */
function bounced({ mails, bounces }: MetricsFigures): string {
  const all = mails + bounces;
  return all > 0 ? `${((100 * bounces) / all).toFixed(1)}%` : 'none';
}

const whole = (value: number) => Math.round(value).toLocaleString('en');
