import type { Request } from 'express';
import { ErrorPage, errorHead } from '../../views/error.page.tsx';
import { StaffStepPage, staffStepHead } from '../../views/staff-step.page.tsx';
import { factorsOf } from '../features/two-factor/step-proof.service.ts';
import type { RenderErrorPage } from '../platform/http/error-answer.ts';
import { type HttpDeps, loadViewer } from '../platform/http/mount-routes.ts';
import type { ErrorCode } from '../shared/error-codes.ts';
import type { Viewer } from '../shared/viewer.ts';
import { sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';
import { siteOf } from './site.ts';

/** An error page with a way on; shows the user's menu if the session still works. */
export function errorPage(
  pages: Pages,
  deps: Pick<HttpDeps, 'sessions' | 'viewers' | 'noteStaffWrite'>,
): RenderErrorPage {
  return async (req, res, refusal) => {
    const viewer = refusal.status < 500 ? await loadViewer(req, res, deps) : null;
    const shown = await refusalPage(req, viewer, refusal);
    await sendPage(pages, req, res, { ...shown, head: { ...shown.head, referrer: 'strict-origin' } });
  };
}

interface Refused {
  status: number;
  code: ErrorCode;
  message: string;
  requestId?: string;
}

/** Error page of a refusal; staff who only lack two-factor are sent to it. */
export async function refusalPage(
  req: Request,
  viewer: Viewer | null,
  { status, code, message, requestId }: Refused,
): Promise<AnyPage> {
  const { id = '', waitingRole } = viewer?.user ?? {};
  const site = siteOf(viewer);
  if (code === 'STAFF_NEEDS_SECOND_STEP' && waitingRole) {
    // Only GETs can be repeated by going back.
    const next = req.method === 'GET' ? req.originalUrl : '/dashboard';
    const props = { site, role: waitingRole, factors: await factorsOf(id), next };
    return page({ view: StaffStepPage, props, head: staffStepHead(), status });
  }
  const props = { status, message, requestId };
  return page({ view: ErrorPage, props: { site, ...props }, head: errorHead(props), status });
}
