import * as z from 'zod';
import { StaffChatAnswersPage, staffChatAnswersHead } from '../../views/staff-chat-answers.page.tsx';
import * as routes from '../features/support/canned-answers.routes.ts';
import { listCannedAnswers } from '../features/support/canned-answers.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import type { CannedAnswer } from '../shared/contracts/canned-answers.ts';
import type { Viewer } from '../shared/viewer.ts';
import { deskFrame, deskUser, idIn } from './desk-frame.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';

const LIST = '/staff/chat/answers';
const ONE = `${LIST}/:id`;

/** Before the pages of conversations, whose addresses are like this one. */
export const staffChatAnswersPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('chat.answer'), ({ viewer, query }) => answersPage(viewer, query, null)),
];

// Access comes before the fields: without them nothing is wrong yet.
const answerForm = z.object({
  word: z.string().default(''),
  label: z.string().default(''),
  text: z.string().default(''),
});

/** Saving, changing and deleting replies without script. */
export function staffChatAnswersForms(pages: Pages): Form[] {
  const failed = async (refused: RefusedForm) => {
    const { viewer } = deskUser(refused, 'chat.answer');
    const { values, error, req, res } = refused;
    const typed = answerForm.catch(answerForm.parse({})).parse(values);
    const words = error.fields ? Object.values(error.fields).join(' ') : error.message;
    const shown = await answersPage(viewer, { id: idIn(req) }, { typed, words });
    await sendPage(pages, req, res, { ...shown, status: error.status });
  };
  const byId = ({ params }: { params: Record<string, string> }) => ({ params: { id: params.id ?? '' } });
  const done = ({ data }: { data: CannedAnswer }) => `${LIST}?id=${data.id}&saved=yes`;
  return [
    form(routes.createCannedAnswerAction, {
      path: LIST,
      body: answerForm,
      input: ({ body }) => ({ body }),
      done,
      failed,
    }),
    form(routes.updateCannedAnswerAction, {
      path: ONE,
      body: answerForm,
      input: ({ body, ...sent }) => ({ ...byId(sent), body }),
      done,
      failed,
    }),
    form(routes.deleteCannedAnswerAction, {
      path: `${ONE}/delete`,
      body: z.object({}),
      input: byId,
      done: () => LIST,
      failed,
    }),
  ];
}

async function answersPage(
  viewer: Viewer,
  { id, saved }: Record<string, string>,
  refused: { typed: z.infer<typeof answerForm>; words: string } | null,
): Promise<AnyPage> {
  const [frame, answers] = await Promise.all([deskFrame(viewer), listCannedAnswers()]);
  const shown = answers.find((each) => each.id === id) ?? null;
  const props = {
    frame,
    answers,
    shown,
    isSaved: saved === 'yes' && shown !== null,
    values: refused?.typed ?? shown ?? answerForm.parse({}),
    refused: refused?.words ?? null,
  };
  return page({ view: StaffChatAnswersPage, props, head: staffChatAnswersHead() });
}
