import * as z from 'zod';
import {
  feedbackPath,
  type IdeaValues,
  StaffFeedbackPage,
  staffFeedbackHead,
} from '../../views/staff-feedback.page.tsx';
import { savedFilters } from '../features/desk/saved-filters.service.ts';
import { updateIdeaAction } from '../features/support/ideas.routes.ts';
import { mergeIdeaAction } from '../features/support/staff-ideas.routes.ts';
import { alikeIdeas, getStaffIdea, listStaffIdeas } from '../features/support/staff-ideas.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { IDEA_STATUSES } from '../shared/contracts/feedback.ts';
import { IDEA_SHOWS, type StaffIdea } from '../shared/contracts/staff-ideas.ts';
import { filterQuery } from '../shared/desk-lists.ts';
import { kindOfKey } from '../shared/keys.ts';
import { IDEA } from '../shared/limits.ts';
import type { Viewer } from '../shared/viewer.ts';
import { deskFrame, deskUser, idIn } from './desk-frame.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';

const LIST = '/staff/feedback';
const ONE = `${LIST}/:id`;
const SHOWN = 30;

export const staffFeedbackPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('idea.moderate'), ({ viewer, query }) => feedbackPage(viewer, query, null)),
];

// Access comes before the fields: without them nothing is wrong yet.
const ideaForm = z.object({
  title: z.string().default(''),
  text: z.string().default(''),
  status: z.enum(IDEA_STATUSES).default('new'),
  answer: z.string().default(''),
  isHidden: z.literal('yes').optional(),
  note: z.string().default(''),
});

/** Changing, answering and merging ideas without script. */
export function staffFeedbackForms(pages: Pages): Form[] {
  const failed = async (refused: RefusedForm) => {
    const { viewer } = deskUser(refused, 'idea.moderate');
    const { values, error, req, res } = refused;
    const words = error.fields ? Object.values(error.fields).join(' ') : error.message;
    const isMerge = req.path.endsWith('/merge');
    const typed = isMerge ? null : ideaForm.catch(ideaForm.parse({})).parse(values);
    const shown = await feedbackPage(viewer, { id: idIn(req) }, { typed, words, isMerge });
    await sendPage(pages, req, res, { ...shown, status: error.status });
  };
  return [
    form(updateIdeaAction, {
      path: ONE,
      body: ideaForm,
      input: ({ params, body: { isHidden, ...body } }) => ({
        params: { id: params.id ?? '' },
        body: { ...body, isHidden: isHidden === 'yes' },
      }),
      done: ({ data }) => `${feedbackPath({ show: data.isHidden ? 'hidden' : data.status, id: data.id })}&saved=yes`,
      failed,
    }),
    form(mergeIdeaAction, {
      path: `${ONE}/merge`,
      body: z.object({ into: z.string().default(''), note: z.string().default('') }),
      input: ({ params, body }) => ({ params: { id: params.id ?? '' }, body }),
      done: ({ data }) => feedbackPath({ show: 'merged', id: data.id }),
      failed,
    }),
  ];
}

interface Refused {
  typed: z.infer<typeof ideaForm> | null;
  words: string;
  isMerge: boolean;
}

async function feedbackPage(
  viewer: Viewer,
  { id, q = '', cursor, find = '', saved: done, ...query }: Record<string, string>,
  refused: Refused | null,
): Promise<AnyPage> {
  const isKnown = kindOfKey(id) === 'id';
  const opened = isKnown ? await getStaffIdea(id ?? '') : null;
  const show = IDEA_SHOWS.find((each) => each === query.show) ?? (opened ? showOf(opened) : 'new');
  const words = q.trim().slice(0, IDEA.queryMax);
  const [frame, saved, { ideas, total, nextCursor }] = await Promise.all([
    deskFrame(viewer),
    viewer.user ? savedFilters(viewer.user.id, 'feedback') : [],
    listStaffIdeas({ show, q: words, cursor, limit: SHOWN }),
  ]);
  const shown = opened ?? ideas[0] ?? null;
  const props = {
    frame,
    show,
    q: words,
    ideas,
    total,
    shown,
    alike: shown && !shown.mergedInto ? await alikeIdeas(shown, find.slice(0, IDEA.queryMax)) : [],
    find,
    isSaved: done === 'yes' && opened !== null,
    values: shown && valuesOf(shown, refused?.typed ?? null),
    refused: refused && { words: refused.words, isMerge: refused.isMerge },
    saved,
    query: filterQuery({ show: show === 'new' ? '' : show, q: words }),
    nextHref: nextCursor && `${feedbackPath({ show })}&cursor=${nextCursor}`,
    isLater: cursor !== undefined,
  };
  return page({ view: StaffFeedbackPage, props, head: staffFeedbackHead() });
}

function showOf({ mergedInto, isHidden, status }: StaffIdea) {
  if (mergedInto) return 'merged';
  return isHidden ? 'hidden' : status;
}

function valuesOf(idea: StaffIdea, typed: Refused['typed']): IdeaValues {
  if (!typed) return { ...idea, note: '' };
  return { ...typed, isHidden: typed.isHidden === 'yes' };
}
