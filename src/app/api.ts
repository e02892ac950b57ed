import type { Feature } from '../features/feature.ts';
import { FEATURES } from '../features/index.ts';
import type { RouteTable } from '../platform/http/route.ts';

const features: readonly Feature[] = FEATURES;

/** API tables of all features, left to right. */
export const API_TABLES: readonly RouteTable[] = features.flatMap(({ routes = [] }) => routes);
