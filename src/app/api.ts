import { FEATURES } from '../features/index.ts';
import type { RouteTable } from '../platform/http/route.ts';
import type { Feature } from '../platform/manifest/feature.ts';

const features: readonly Feature[] = FEATURES;

/** API tables of all features, left to right. */
export const API_TABLES: readonly RouteTable[] = features.flatMap(({ routes = [] }) => routes);
