import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { StaffChatPage, type StaffChatPageProps, staffChatHead } from '../../views/staff-chat.page.tsx';
import { listCannedAnswers } from '../features/support/canned-answers.service.ts';
import { answerChatAction, changeDeskAction, handOverChatAction } from '../features/support/chat.routes.ts';
import { getDesk, listDesk } from '../features/support/chat-desk.service.ts';
import { colleaguesOf } from '../features/support/colleagues.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { platform } from '../platform/platform.ts';
import { deskPath } from '../shared/chat.ts';
import { chatMessageBody } from '../shared/contracts/chat.ts';
import { DESK_SHOWS, type DeskShow } from '../shared/contracts/chat-desk.ts';
import { may } from '../shared/permissions.ts';
import { siteRoles } from '../shared/roles.ts';
import type { Viewer, ViewerUser } from '../shared/viewer.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';
import { siteOf } from './site.ts';

const LIST = '/staff/chat';
const ONE = '/staff/chat/:id';
/** Conversations for each page. */
const SHOWN = 30;
const Q_MAX = 100;

export const staffChatPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('desk.open'), ({ query, user, viewer }) => deskPage({ user, viewer }, query, null)),
  pageRoute(ONE, staffWho('desk.open'), ({ params, query, user, viewer }) =>
    deskPage({ user, viewer }, query, params.id ?? ''),
  ),
];

const CHANGES = {
  take: { isMine: true },
  give: { isMine: false },
  close: { isClosed: true },
  open: { isClosed: false },
} as const;

/** The last message on the page; later ones were not seen. */
const seen = { upTo: z.coerce.number().int().min(0).optional() };

/** Forms of the desk without script. */
export function staffChatForms(pages: Pages): Form[] {
  const again = async ({ error, values, viewer, req, res }: RefusedForm) => {
    // Only staff see the desk; others get the error page.
    if (!viewer?.user || !may(siteRoles(viewer.user), 'desk.open')) throw error;
    const shown = await deskPage({ user: viewer.user, viewer }, {}, String(req.params.id ?? ''), {
      draft: typeof values.text === 'string' ? values.text : '',
      error: error.fields?.text ?? error.message,
    });
    await sendPage(pages, req, res, { ...shown, status: error.status });
  };
  return [
    form(answerChatAction, {
      path: `${ONE}/answer`,
      body: chatMessageBody.extend(seen),
      input: ({ params, body }) => ({ params: { id: params.id ?? '' }, body }),
      done: ({ params }) => `${LIST}/${encodeURIComponent(params.id ?? '')}`,
      failed: again,
    }),
    form(changeDeskAction, {
      path: `${ONE}/change`,
      body: z.object({ act: z.enum(['take', 'give', 'close', 'open']), ...seen }),
      input: ({ params, body: { act, upTo } }) => ({
        params: { id: params.id ?? '' },
        body: { ...CHANGES[act], upTo },
      }),
      done: ({ params }) => `${LIST}/${encodeURIComponent(params.id ?? '')}`,
      failed: again,
    }),
    form(handOverChatAction, {
      path: `${ONE}/hand-over`,
      body: z.object({ to: z.string().default(''), note: z.string().default('') }),
      input: ({ params, body }) => ({ params: { id: params.id ?? '' }, body }),
      done: ({ params }) => `${LIST}/${encodeURIComponent(params.id ?? '')}`,
      failed: again,
    }),
  ];
}

async function deskPage(
  { user, viewer }: { user: ViewerUser; viewer: Viewer },
  query: Record<string, string>,
  id: string | null,
  posted: { draft: string; error: string | null } | null = null,
): Promise<AnyPage> {
  const show: DeskShow = DESK_SHOWS.find((each) => each === query.show) ?? 'all';
  const q = (query.q ?? '').trim().slice(0, Q_MAX);
  const cursor = query.cursor ?? null;
  const [{ data, meta }, thread, answers, colleagues] = await Promise.all([
    listDesk({ show, staffId: user.id, q, cursor: cursor ?? undefined, limit: SHOWN }),
    id === null ? null : getDesk(id),
    listCannedAnswers(),
    colleaguesOf(user.id),
  ]);
  const desk: StaffChatPageProps['desk'] = {
    list: data,
    total: meta.total,
    unread: meta.unread,
    show,
    q,
    cursor,
    nextHref: meta.nextCursor && olderHref(deskPath({ show, q }), meta.nextCursor),
    thread,
    me: { id: user.id, name: user.firstName },
    clientId: randomUUID(),
    answers,
    colleagues,
    draft: posted?.draft ?? answers.find((canned) => canned.id === query.begin)?.text ?? '',
    error: posted?.error ?? null,
    now: Date.now(),
  };
  const isMailed = platform().config.supportEmail !== null;
  return page({
    view: StaffChatPage,
    props: { site: siteOf(viewer), desk, isMailed },
    head: staffChatHead(meta.unread),
  });
}

function olderHref(path: string, cursor: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
}
