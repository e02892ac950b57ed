import type { Request } from 'express';
import { IdeasPage, type IdeasPageProps, ideasHead } from '../../views/ideas.page.tsx';
import type { IdeaPages } from '../features/support/ideas.forms.ts';
import { listIdeas } from '../features/support/ideas.service.ts';
import { anyone } from '../platform/http/access-rules.ts';
import type { RefusedForm } from '../platform/http/forms.ts';
import { ideaQuery } from '../shared/contracts/feedback.ts';
import { may } from '../shared/permissions.ts';
import { siteRoles } from '../shared/roles.ts';
import type { Viewer } from '../shared/viewer.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';
import { siteOf } from './site.ts';

export const ideasPages: readonly PageRoute[] = [
  pageRoute('/ideas', anyone, ({ query, viewer, req }) =>
    ideasPage({ query, viewer, req }, { wasShared: query.shared !== undefined, form: { values: undefined } }),
  ),
];

/** Shows the page again with the refused form. */
export function ideaFormPages(pages: Pages, renderError: IdeaPages['renderError']): IdeaPages {
  return {
    renderError,
    async renderIdeas({ req, res, viewer, values, error }: RefusedForm) {
      if (!viewer) return renderError({ req, res, viewer, values, error });
      const form = {
        values: { title: textOf(values.title), text: textOf(values.text) },
        fields: error.fields ?? {},
        error: error.fields ? null : error.message,
      };
      const shown = await ideasPage({ query: { q: textOf(values.title) }, viewer, req }, { wasShared: false, form });
      return sendPage(pages, req, res, { ...shown, status: error.status });
    },
  };
}

interface Asked {
  query: Record<string, string>;
  viewer: Viewer;
  req: Request;
}

async function ideasPage(
  { query, viewer, req }: Asked,
  { wasShared, form }: Pick<IdeasPageProps, 'wasShared' | 'form'>,
): Promise<AnyPage> {
  const { sort, status, cursor, hidden } = query;
  const wanted = { sort, status, cursor, hidden };
  const parsed = ideaQuery.safeParse(wanted);
  const asked = parsed.success ? parsed.data : ideaQuery.parse({});
  // Next to a refused form: similar ideas, or else the full list.
  const alike = form.values ? (await listIdeas({ ...asked, q: query.q?.slice(0, 120) }, { req, viewer })).ideas : [];
  const list = await listIdeas(asked, { req, viewer });
  const isStaff = may(siteRoles(viewer.user), 'idea.moderate');
  const props: IdeasPageProps = {
    site: siteOf(viewer),
    ...list,
    alike,
    view: { sort: asked.sort, status: asked.status ?? null, isHidden: asked.hidden === 'true' && isStaff },
    isStaff,
    wasShared,
    form,
  };
  return page({ view: IdeasPage, props, head: ideasHead() });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 2000) : '';
}
