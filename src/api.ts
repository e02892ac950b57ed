import type { Express } from 'express';
import { accountsRoutes } from './features/accounts/accounts.routes.ts';
import { type HttpDeps, mountRoutes } from './platform/http/mount-routes.ts';
import { mountOpenApi } from './platform/http/openapi-route.ts';
import type { RouteTable } from './platform/http/route.ts';

/** All route tables, by feature from left to right. Whoever adds a table gets its refusal tests and its place in the API page with it. */
export const API_TABLES: readonly RouteTable[] = [accountsRoutes];

/** Mounts the whole API below `/api`. What answers below `/api` by itself, such as uploads, is mounted before. */
export function mountApi(app: Express, deps: HttpDeps, tables: readonly RouteTable[] = API_TABLES): void {
  mountOpenApi(app, tables, deps.config.appOrigin);
  mountRoutes(app, tables, deps);
}
