import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { platform } from '../../platform/platform.ts';
import type { AnalyticsEventBody } from '../../shared/contracts/analytics.ts';
import { AnalyticsEventModel } from './analytics.model.ts';

/** Enough for an office, too little for a script that fakes visitors. */
const perAddress = createLimiter('analytics', { points: 200, seconds: 3600 });
/** More than any real browser needs. */
const perBrowser = createLimiter('analytics-of-browser', { points: 30, seconds: 3600 });

/** Tracking preference from request headers; see https://www.w3.org/TR/gpc/. */
export interface TrackingWish {
  dnt: string | undefined;
  gpc: string | undefined;
}

/**
 * Stores an event, unless analytics are off or the browser asks not to be tracked. TOO_MANY_REQUESTS past its limits.
 */
export async function countEvent(
  { analyticsClientId: clientId, ...event }: AnalyticsEventBody,
  { dnt, gpc }: TrackingWish,
  ip: string,
): Promise<{ counted: boolean }> {
  if (platform().config.analytics === 'off' || dnt === '1' || gpc === '1') return { counted: false };
  for (const asked of [await perAddress.count(addressKey(ip)), await perBrowser.count(clientId)]) {
    if (asked.isOver) throw tooMany(asked.secondsLeft);
  }
  await AnalyticsEventModel.create({ ...event, clientId, at: new Date() });
  return { counted: true };
}
