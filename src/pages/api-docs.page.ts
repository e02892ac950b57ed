import { ApiDocsPage, apiDocsHead } from '../../views/api-docs.page.tsx';
import { anyone } from '../platform/http/access-rules.ts';
import { apiReference } from '../platform/http/openapi.ts';
import type { RouteTable } from '../platform/http/route.ts';
import type { ApiGroup } from '../shared/api-reference.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';
import { siteOf } from './site.ts';

/** The page `/api/docs`, generated from the mounted tables. Mounted before them, because they answer all of `/api`. */
export function apiDocsPages(tables: readonly RouteTable[]): readonly PageRoute[] {
  let groups: ApiGroup[] | null = null;
  return [
    pageRoute('/api/docs', anyone, ({ viewer }) => {
      groups ??= apiReference(tables.flat().map(({ contract }) => contract));
      const props = { site: siteOf(viewer), groups, documentUrl: '/api/openapi.json' };
      return page({ view: ApiDocsPage, props, head: apiDocsHead() });
    }),
  ];
}
