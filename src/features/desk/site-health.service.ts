import { platform } from '../../platform/platform.ts';
import { diskRoom } from '../../platform/storage/disk-room.ts';
import type { MetricsPoint } from '../../shared/contracts/metrics.ts';
import type { SiteHealth } from '../../shared/site-health.ts';
import { lastPaidAt } from '../checkout/staff-payments.service.ts';
import { waitingRenders } from '../films/failed-renders.service.ts';
import { readMetrics } from '../metrics/metrics.service.ts';

/** Fewer say nothing about the slowest of them. */
const FEW_ANSWERS = 20;

/** How the site does: its answers in this hour and the one before, what waits, a day of mail, the last payment, and the disk. */
export async function siteHealth(): Promise<SiteHealth> {
  const [{ points, total }, renders, paidAt, disk] = await Promise.all([
    readMetrics('day'),
    waitingRenders(),
    lastPaidAt(),
    diskRoom(platform().config).use(),
  ]);
  return {
    answer: slowestOf(points.slice(-2)),
    renders,
    mails: { sent: total.mails, bounced: total.bounces, lost: points.at(-1)?.failed.mail.network ?? 0 },
    paidAt: paidAt?.toISOString() ?? null,
    disk,
  };
}

/** Milliseconds within which 95 % were answered, in the slower of two hours; null without enough of them. */
function slowestOf(points: readonly MetricsPoint[]): number | null {
  const slow = points.flatMap(({ answer }) => (answer && answer.values >= FEW_ANSWERS ? [answer.slow] : []));
  return slow.length > 0 ? Math.max(...slow) : null;
}
