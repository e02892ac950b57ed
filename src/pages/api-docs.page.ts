import { ApiDocsPage, apiDocsHead } from '../../views/api-docs.page.tsx';
import { apiReference } from '../platform/http/openapi.ts';
import type { RouteTable } from '../platform/http/route.ts';
import type { ApiGroup } from '../shared/api-reference.ts';
import type { PageRoute } from './page-route.ts';
import { page } from './render-page.tsx';
import { siteOf } from './site.ts';

/** The page `/api/docs` over the same tables that are mounted. It is mounted before them, as they answer all of `/api`. */
export function apiDocsPages(tables: readonly RouteTable[]): readonly PageRoute[] {
  let groups: ApiGroup[] | null = null;
  return [
    {
      path: '/api/docs',
      access: 'anyone',
      load({ viewer }) {
        groups ??= apiReference(tables.flat().map(({ contract }) => contract));
        const props = { site: siteOf(viewer), groups, documentUrl: '/api/openapi.json' };
        return page({ view: ApiDocsPage, props, head: apiDocsHead() });
      },
    },
  ];
}
