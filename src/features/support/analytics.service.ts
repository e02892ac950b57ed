import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { platform } from '../../platform/platform.ts';
import type { AnalyticsEventBody } from '../../shared/contracts/analytics.ts';
import { AnalyticsEventModel } from './analytics.model.ts';

/** A whole office may sign up in an hour; a script that makes up visitors is stopped. */
const perAddress = createLimiter('analytics', { points: 200, seconds: 3600 });
/** A browser does not log in more often than this. */
const perBrowser = createLimiter('analytics-of-browser', { points: 30, seconds: 3600 });

/** What a browser says of its owner's wish; see https://www.w3.org/TR/gpc/. */
export interface TrackingWish {
  dnt: string | undefined;
  gpc: string | undefined;
}

/** Keeps an event, unless counting is switched off or the browser asks not to be tracked. TOO_MANY_REQUESTS past its limits. */
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
