import * as z from 'zod';
import { AppError } from '../../platform/errors.ts';
import { anyone } from '../../platform/http/access-rules.ts';
import { type Form, form, ownForm, type RefusedForm } from '../../platform/http/forms.ts';
import { safeNext } from '../../platform/http/safe-next.ts';
import { IDEA_STATUSES, ideaBody } from '../../shared/contracts/feedback.ts';
import { IDEA } from '../../shared/limits.ts';
import { createIdeaAction, updateIdeaAction } from './ideas.routes.ts';
import { takeVoteBack, voteForIdea } from './ideas.service.ts';

const LIST = '/ideas';
const OBJECT_ID = /^[0-9a-f]{24}$/;
const back = { back: z.string().max(200).optional() };

export interface IdeaPages {
  /** The list with the submitted form and its error messages. */
  renderIdeas(form: RefusedForm): Promise<void> | void;
  renderError(form: RefusedForm): Promise<void> | void;
}

/** Forms of the ideas page without script: new idea, vote, staff's answer. */
export function ideaForms({ renderIdeas, renderError }: IdeaPages): Form[] {
  return [
    form(createIdeaAction, {
      path: LIST,
      body: ideaBody,
      input: ({ body }) => ({ body }),
      done: ({ data: { id } }) => `${LIST}?sort=newest&shared=${id}#idea-${id}`,
      failed: renderIdeas,
    }),
    // One button toggles the vote, which is two API calls.
    ownForm({
      path: `${LIST}/:id/vote`,
      access: anyone,
      body: z.object({ ...back, do: z.enum(['give', 'take-back']) }),
      async run({ body, params, ...visit }) {
        const id = idOf(params);
        await (body.do === 'give' ? voteForIdea(id, visit) : takeVoteBack(id, visit));
        return backTo(id, body.back);
      },
      failed: renderError,
    }),
    form(updateIdeaAction, {
      path: `${LIST}/:id/staff`,
      body: z.object({
        ...back,
        status: z.enum(IDEA_STATUSES),
        answer: z.string().max(IDEA.answerMax),
        isHidden: z.literal('yes').optional(),
      }),
      input: ({ params, body: { status, answer, isHidden } }) => ({
        params: { id: idOf(params) },
        body: { status, answer, isHidden: isHidden === 'yes' },
      }),
      done: ({ params, body }) => backTo(idOf(params), body.back),
      failed: renderError,
    }),
  ];
}

function idOf({ id = '' }: Record<string, string>): string {
  if (!OBJECT_ID.test(id)) throw new AppError('NOT_FOUND', { message: 'There is no such idea.' });
  return id;
}

function backTo(id: string, path: string | undefined): string {
  return `${safeNext(path, LIST)}#idea-${id}`;
}
