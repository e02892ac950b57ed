import type { PlotLine, PlotProps, PlotTone } from '../islands/plot/plot-props.ts';
import type { Metrics, MetricsPoint } from '../src/shared/contracts/metrics.ts';
import { CAUSES, type Cause, FAILED_THINGS, RANGES, type RangeName } from '../src/shared/figures.ts';
import { keysOf } from '../src/shared/known-values.ts';
import { Island } from './base/island.tsx';
import type { PageHead } from './layout/document.tsx';
import { CsvLink } from './staff/desk-filters.tsx';
import { type DeskFrame, DeskLayout, DeskPanel, deskHead } from './staff/desk-layout.tsx';
import { MetricFigures, MetricsTable } from './staff/metric-figures.tsx';
import { TabLinks } from './ui/tabs.tsx';

export interface StaffMetricsPageProps {
  frame: DeskFrame;
  metrics: Metrics;
}

const LABELS: Record<RangeName, string> = { day: '24 hours', week: 'Week', month: '30 days', year: 'Year' };
const CAUSE_LINES: Record<Cause, { label: string; tone: PlotTone }> = {
  file: { label: 'The file', tone: 'info' },
  limit: { label: 'A limit', tone: 'marigold' },
  network: { label: 'Connection', tone: 'plum' },
  us: { label: 'Our side', tone: 'coral' },
};

export function staffMetricsHead(): PageHead {
  return { ...deskHead('Metrics'), sheet: 'metrics' };
}

/** `/staff/metrics`: figures over time. Without script, a table. */
export function StaffMetricsPage({ frame, metrics }: StaffMetricsPageProps) {
  const { range, step, points, total, compared } = metrics;
  const tabs = keysOf(RANGES).map((name) => ({
    href: `/staff/metrics?range=${name}`,
    label: LABELS[name],
    isCurrent: name === range,
  }));
  const every = { hour: 'An hour', day: 'A day', week: 'A week' }[step];
  return (
    <DeskLayout
      frame={frame}
      here="/staff/metrics"
      title="Metrics"
      live="metrics"
      about={`Counted by our own servers, in UTC. Changes compare whole ${step}s with the same ones before.`}
      aside={<CsvLink list="metrics" query={`range=${range}`} />}
    >
      <TabLinks label="Which time" tabs={tabs} />
      <MetricFigures total={total} compared={compared} />
      <div className="metrics__plots">
        <Plot
          id="growth"
          title="Sign-ups and VidDays"
          about={every}
          metrics={metrics}
          isWhole
          lines={[line('Sign-ups', 'info', ({ signUps }) => signUps), line('VidDays', 'good', ({ events }) => events)]}
        />
        <Plot
          id="arrivals"
          title="Uploads, clips and films"
          about={every}
          metrics={metrics}
          isWhole
          lines={[
            line('Uploads', 'info', ({ uploads }) => uploads),
            line('Clips in', 'good', ({ clips }) => clips),
            line('Films made', 'coral', ({ films }) => films),
          ]}
        />
        <Plot
          id="failures"
          title="Failures by cause"
          about={`${every}. In all: ${partsWords(total.failed)}.`}
          metrics={metrics}
          isWhole
          isStacked
          lines={CAUSES.map((cause) =>
            line(CAUSE_LINES[cause].label, CAUSE_LINES[cause].tone, ({ failed }) =>
              FAILED_THINGS.reduce((sum, thing) => sum + failed[thing][cause], 0),
            ),
          )}
        />
        <Plot
          id="bounces"
          title="Mail that bounced"
          about={`${every}, refused for good by the receiving server`}
          metrics={metrics}
          isWhole
          lines={[line('Bounced', 'coral', ({ bounces }) => bounces)]}
        />
        <Plot
          id="render"
          title="Render time"
          about="Seconds of work for one second of film. Over 1, people wait."
          metrics={metrics}
          unit=" s"
          limit={1}
          lines={[
            line('Slowest 5%', 'coral', ({ render }) => render?.slow ?? null),
            line('Half', 'info', ({ render }) => render?.half ?? null),
          ]}
        />
        <Plot
          id="answers"
          title="How fast pages answer"
          about="Milliseconds for pages, forms and calls, without those from the page cache"
          metrics={metrics}
          unit=" ms"
          lines={[
            line('Slowest 5%', 'coral', ({ answer }) => answer?.slow ?? null),
            line('Half', 'info', ({ answer }) => answer?.half ?? null),
          ]}
        />
      </div>
      <MetricsTable points={points} step={step} />
    </DeskLayout>
  );
}

type Line = Omit<PlotLine, 'values'> & { of: (point: MetricsPoint) => number | null };

function line(label: string, tone: PlotTone, of: Line['of']): Line {
  return { label, tone, of };
}

interface PlotPanelProps extends Pick<PlotProps, 'isStacked' | 'isWhole' | 'unit' | 'limit'> {
  id: string;
  title: string;
  about: string;
  metrics: Metrics;
  lines: readonly Line[];
}

function Plot({ id, title, about, metrics: { points, step }, lines, ...look }: PlotPanelProps) {
  const props: PlotProps = {
    ...look,
    label: `${title}: ${lines.map(({ label }) => label).join(', ')}. The numbers are in the table below.`,
    at: points.map(({ at }) => Date.parse(at) / 1000),
    lines: lines.map(({ label, tone, of }) => ({ label, tone, values: points.map(of) })),
    isByHour: step === 'hour',
  };
  return (
    <DeskPanel title={title} id={id}>
      <p className="l-small">{about}</p>
      <Island name="plot" when="visible" props={props} />
    </DeskPanel>
  );
}

const THINGS: Record<(typeof FAILED_THINGS)[number], [one: string, many: string]> = {
  upload: ['upload refused', 'uploads refused'],
  clip: ['clip unreadable', 'clips unreadable'],
  film: ['film not made', 'films not made'],
  mail: ['mail not delivered', 'mails not delivered'],
};

/** "3 uploads refused, 1 film not made". */
function partsWords(failed: MetricsPoint['failed']): string {
  const parts = FAILED_THINGS.flatMap((thing) => {
    const many = Object.values(failed[thing]).reduce((sum, each) => sum + each, 0);
    return many > 0 ? [`${many.toLocaleString('en')} ${THINGS[thing][many === 1 ? 0 : 1]}`] : [];
  });
  return parts.join(', ') || 'none';
}
