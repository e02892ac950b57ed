import type { Request } from 'express';
import * as z from 'zod';
import type { RefusedAct } from '../../views/staff/desk-act.tsx';
import type { DeskFrame } from '../../views/staff/desk-layout.tsx';
import { openDisputes } from '../features/checkout/disputes.service.ts';
import { failedRenders } from '../features/films/failed-renders.service.ts';
import { flaggedClips } from '../features/media/moderate-clips.service.ts';
import { stuckRefunds } from '../features/orders/stuck-refunds.service.ts';
import { bouncedRewards } from '../features/presents/bounced-rewards.service.ts';
import { listDesk } from '../features/support/chat-desk.service.ts';
import { openReports } from '../features/support/handle-reports.service.ts';
import { AppError } from '../platform/errors.ts';
import type { RefusedForm } from '../platform/http/forms.ts';
import { may, type Permission } from '../shared/permissions.ts';
import { siteRoles, staffRole } from '../shared/roles.ts';
import type { Viewer, ViewerUser } from '../shared/viewer.ts';
import { siteOf } from './site.ts';

/** The desk around a page: places, and how much waits at each. */
export async function deskFrame(viewer: Viewer): Promise<DeskFrame> {
  const role = staffRole(viewer.user) ?? 'editor';
  const seesMoney = may(role, 'order.read');
  const [reports, clips, renders, chats, disputes, refunds, cards] = await Promise.all([
    openReports(),
    flaggedClips(),
    failedRenders(),
    listDesk({ show: 'waiting', q: '', limit: 1 }),
    seesMoney ? openDisputes() : null,
    seesMoney ? stuckRefunds() : null,
    seesMoney ? bouncedRewards() : null,
  ]);
  return {
    site: siteOf(viewer),
    role,
    waiting: {
      reports: reports.count,
      clips,
      renders: renders.length,
      chats: chats.meta.total,
      disputes: disputes?.count ?? null,
      refunds: refunds?.count ?? null,
      cards: cards?.count ?? null,
    },
    now: Date.now(),
  };
}

/** The user of a refused form of the desk, which is shown again; anybody else gets the error page. */
export function deskUser({ error, viewer }: RefusedForm, permission: Permission): { user: ViewerUser; viewer: Viewer } {
  const isShown = error instanceof AppError && error.status !== 404 && error.status !== 429;
  if (!isShown || !viewer?.user || !may(siteRoles(viewer.user), permission)) throw error;
  return { user: viewer.user, viewer };
}

/** The id of an address of the desk. */
export function idIn({ params }: Pick<Request, 'params'>): string {
  return typeof params.id === 'string' ? params.id : '';
}

/** What the form of every act posts; the action's contract checks it. */
export const actForm = z.object({ note: z.string().optional(), code: z.string().optional() });

/** A refused act, for the page that shows its form again. */
export function refusedAct({ error, values, req }: RefusedForm): RefusedAct {
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    act: req.path.split('/').at(-1) ?? '',
    message: error.fields ? Object.values(error.fields).join(' ') : error.message,
    code: error.fields?.code ?? null,
    values: Object.fromEntries(texts),
  };
}
