import * as z from 'zod';
import { TracksPage, tracksHead } from '../../views/staff-tracks.page.tsx';
import { deleteTrackAction, updateTrackAction } from '../features/library/library.routes.ts';
import { tracksForStaff } from '../features/library/library.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { MOODS } from '../shared/moods.ts';
import { OCCASION_TYPES } from '../shared/occasions.ts';
import { may } from '../shared/permissions.ts';
import { siteRoles } from '../shared/roles.ts';
import type { Viewer } from '../shared/viewer.ts';
import { deskFrame } from './desk-frame.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';

const LIST = '/staff/tracks';
const ONE = '/staff/tracks/:id';

/** Where editors and admins keep the music that every film can have. */
export const staffTrackPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('track.publish'), ({ query, viewer }) => tracksPage(viewer, query.saved ?? null)),
];

// Access comes before the fields: without them nothing is wrong yet.
const trackForm = z.object({
  title: z.string().optional(),
  artist: z.string().optional(),
  mood: z
    .enum(['', ...MOODS])
    .transform((mood) => mood || null)
    .optional(),
  occasions: z.array(z.enum(OCCASION_TYPES)).default([]),
});

/** Changing and removing a song, with and without script; adding one needs an upload. */
export function staffTrackForms(pages: Pages): Form[] {
  const byId = ({ params }: { params: Record<string, string> }) => ({ params: { id: params.id ?? '' } });
  const failed = async ({ error, viewer, req, res }: RefusedForm) => {
    if (!viewer?.user || !may(siteRoles(viewer.user), 'track.publish') || error.status === 404) throw error;
    const shown = await tracksPage(viewer, null, { id: String(req.params.id ?? ''), words: wordsOf(error) });
    await sendPage(pages, req, res, { ...shown, status: error.status });
  };
  return [
    form(updateTrackAction, {
      path: ONE,
      body: trackForm,
      input: ({ body, ...sent }) => ({ ...byId(sent), body }),
      done: ({ data }) => `${LIST}?saved=${data.id}`,
      failed,
    }),
    form(deleteTrackAction, { path: `${ONE}/delete`, body: z.object({}), input: byId, done: () => LIST, failed }),
  ];
}

function wordsOf({ fields, message }: RefusedForm['error']): string {
  return Object.values(fields ?? {}).join(' ') || message;
}

async function tracksPage(
  viewer: Viewer,
  savedId: string | null,
  problem: { id: string; words: string } | null = null,
): Promise<AnyPage> {
  const [frame, { stored, own }] = await Promise.all([deskFrame(viewer), tracksForStaff()]);
  return page({
    view: TracksPage,
    props: { frame, stored, own, savedId, problem },
    head: tracksHead(),
  });
}
