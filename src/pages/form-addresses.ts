import type { Express, Request, Response } from 'express';
import { declare } from '../platform/http/addresses.ts';
import type { Form } from '../platform/http/forms.ts';
import { nameRoute } from '../platform/http/route-name.ts';
import type { PageRoute } from './page-route.ts';

/**
 * A refused form is shown at the address that it was posted to, and a reload asks for it: redirects from there to the page
 * above, as `/settings/profile/delete` to `/settings/profile`. Call it after all pages are mounted.
 */
export function leadBackFromForms(app: Express, forms: readonly Form[], pages: readonly PageRoute[]): void {
  const known = new Set(pages.map(({ path }) => path));
  for (const { path } of forms) {
    const depth = known.has(path) ? 0 : depthOfPage(path.split('/'), known);
    if (depth === 0) continue;
    const lead = (req: Request, res: Response) => {
      nameRoute(res, path);
      const { search } = new URL(req.originalUrl, 'http://own.invalid');
      res.redirect(303, req.path.split('/').slice(0, depth).join('/') + search);
    };
    app.get(path, declare({ kind: 'page', method: 'GET', path, access: 'anyone' }, lead));
  }
}

/** How many parts of a path are that of a page; 0 if there is none. */
function depthOfPage(parts: readonly string[], known: ReadonlySet<string>): number {
  for (let depth = parts.length - 1; depth > 1; depth--) {
    if (known.has(parts.slice(0, depth).join('/'))) return depth;
  }
  return 0;
}
