import type { Feature } from '../features/feature.ts';
import { FEATURES } from '../features/index.ts';
import type { AccessChecks } from '../platform/http/access.ts';
import type { RouteTable } from '../platform/http/route.ts';

const features: readonly Feature[] = FEATURES;

/** The API tables of all features, from left to right. */
export const API_TABLES: readonly RouteTable[] = features.flatMap(({ routes = [] }) => routes);

/** Who may call a route that is about something of a feature's; see `Access`. */
export const API_ACCESS_CHECKS: AccessChecks = Object.assign({}, ...features.map(({ accessChecks }) => accessChecks));
