import type { MetricsPoint } from '../../src/shared/contracts/metrics.ts';
import { money } from '../../src/shared/format.ts';

interface Figure {
  label: string;
  of(point: MetricsPoint): number;
  show(value: number): string;
}

const whole = (value: number) => value.toLocaleString('en');
const FIGURES: readonly Figure[] = [
  { label: 'Sign-ups', of: ({ signUps }) => signUps, show: whole },
  { label: 'New VidDays', of: ({ events }) => events, show: whole },
  { label: 'Clips in', of: ({ clips }) => clips, show: whole },
  { label: 'Films made', of: ({ films }) => films, show: whole },
];
const PAID: Figure = { label: 'Paid', of: ({ paid }) => paid ?? 0, show: (cents) => money(cents) };

/** Size of a small plot, in its own units. */
const [WIDTH, HEIGHT, EDGE] = [80, 28, 3];

/** Figures of today, each with the week that led to it. */
export function TodayFigures({ week }: { week: readonly MetricsPoint[] }) {
  const seesMoney = week.some(({ paid }) => paid !== null);
  const figures = seesMoney ? [...FIGURES, PAID] : FIGURES;
  return (
    <>
      <dl className="staff__figures">
        {figures.map(({ label, of, show }) => {
          const values = week.map(of);
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <svg
                  className="staff__week"
                  viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <path d={lineThrough(values)} />
                </svg>
                <span className="staff__today">{show(values.at(-1) ?? 0)}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="l-small">
        Since midnight, UTC. The lines show the last seven days. <a href="/staff/metrics">All metrics</a>
      </p>
    </>
  );
}

/** Path of a line from the left to the right edge, between the lowest and the highest value. */
function lineThrough(values: readonly number[]): string {
  const least = Math.min(...values);
  const range = Math.max(...values) - least;
  const points = values.map((value, i) => {
    const x = (WIDTH * i) / Math.max(1, values.length - 1);
    const y = HEIGHT - EDGE - (range > 0 ? ((HEIGHT - 2 * EDGE) * (value - least)) / range : 0);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
