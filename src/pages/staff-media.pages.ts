import * as z from 'zod';
import type { RefusedAct } from '../../views/staff/desk-act.tsx';
import { clipsPath, StaffMediaPage, staffMediaHead } from '../../views/staff-media.page.tsx';
import { titleOf } from '../features/events/event-facts.service.ts';
import { findEvents } from '../features/events/find-events.service.ts';
import { versionsWith } from '../features/films/film-versions.service.ts';
import { listModerated, readStaffClip } from '../features/media/moderate-clips.service.ts';
import { downloadOriginalAction, moderateMediaAction } from '../features/media/staff-media.routes.ts';
import { reportsOfClip } from '../features/support/handle-reports.service.ts';
import { secondStepOf } from '../features/two-factor/recent-proof.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { MEDIA_KINDS } from '../shared/contracts/media.ts';
import { kindOfKey } from '../shared/keys.ts';
import { FLAG_REASONS, MODERATION_STATES, SEEN_STATES } from '../shared/moderation.ts';
import { actForm, deskFrame, deskUser, idIn, refusedAct } from './desk-frame.ts';
import { type PageContext, type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';

const LIST = '/staff/media';
const ONE = `${LIST}/:id`;
const SHOWN = 30;
const GONE = 'A VidDay that is gone';

export const staffMediaPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('media.moderate'), (context) => clipsPage(context, null)),
];

/** What staff decide about clips, without script. */
export function staffMediaForms(pages: Pages): Form[] {
  const failed = async (refused: RefusedForm) => {
    const { viewer, user } = deskUser(refused, 'media.moderate');
    const { error, req, res } = refused;
    const shown = await clipsPage({ viewer, user, req, query: { id: idIn(req) } }, refusedAct(refused));
    await sendPage(pages, req, res, { ...shown, status: error.status });
  };
  const decided = (state: 'hidden' | 'cleared', path: string) =>
    form(moderateMediaAction, {
      path: `${ONE}/${path}`,
      body: actForm.extend({ seen: z.enum(SEEN_STATES).optional().catch(undefined) }),
      input: ({ params, body: { note = '', seen } }) => ({
        params: { id: params.id ?? '' },
        body: { state, note, ...(seen && { seen }) },
      }),
      done: ({ data }) => clipsPath({ state: data.moderation?.state ?? state, id: data.id }),
      failed,
    });
  return [
    decided('hidden', 'hide'),
    decided('cleared', 'clear'),
    form(downloadOriginalAction, {
      path: `${ONE}/original`,
      body: actForm,
      input: ({ params, body: { note = '', code } }) => ({
        params: { id: params.id ?? '' },
        body: { note, ...(code && { code }) },
      }),
      // Of this site, where a form may lead; files of another origin are the same.
      done: ({ data }) => data.url.replace(/^https?:\/\/[^/]+/, ''),
      failed,
    }),
  ];
}

type Asked = Pick<PageContext, 'viewer' | 'query' | 'req'> & { user: { id: string } };

async function clipsPage({ viewer, query, req, user }: Asked, refused: RefusedAct | null): Promise<AnyPage> {
  const asked = kindOfKey(query.id) === 'id' ? await readStaffClip(query.id ?? '') : null;
  const state = MODERATION_STATES.find((each) => each === query.show) ?? asked?.moderation?.state ?? 'open';
  const reason = FLAG_REASONS.find((each) => each === query.reason);
  const kind = MEDIA_KINDS.find((each) => each === query.kind);
  const { cursor } = query;
  const [frame, { clips, total, nextCursor }, proof] = await Promise.all([
    deskFrame(viewer),
    listModerated({ state, reason, kind, cursor, limit: SHOWN }),
    secondStepOf(req, user.id),
  ]);
  const shown = asked ?? clips[0] ?? null;
  const [events, reports, versions] = await Promise.all([
    findEvents([...clips, ...(shown ? [shown] : [])].map(({ eventId }) => eventId)),
    shown ? reportsOfClip(shown.id) : [],
    shown ? versionsWith(shown) : [],
  ]);
  const titled = (id: string) => {
    const event = events.find((each) => each.id === id);
    return event ? titleOf(event) : GONE;
  };
  const filter = { state, reason, kind };
  const props = {
    frame,
    filter,
    clips: clips.map((clip) => ({ ...clip, title: titled(clip.eventId) })),
    total,
    nextHref: nextCursor && `${clipsPath(filter)}&cursor=${nextCursor}`,
    isLater: cursor !== undefined,
    shown: shown && { ...shown, title: titled(shown.eventId), versions, reports },
    proof,
    refused,
  };
  return page({ view: StaffMediaPage, props, head: staffMediaHead() });
}
