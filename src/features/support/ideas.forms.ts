import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/access.ts';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { safeNext } from '../../platform/http/safe-next.ts';
import { IDEA_STATUSES, ideaBody } from '../../shared/contracts/feedback.ts';
import { IDEA } from '../../shared/limits.ts';
import { isStaff } from '../../shared/roles.ts';
import { createIdea, takeVoteBack, updateIdea, voteForIdea } from './ideas.service.ts';

const LIST = '/ideas';
const OBJECT_ID = /^[0-9a-f]{24}$/;
const back = { back: z.string().max(200).optional() };

export interface IdeaPages {
  /** The list with the form as it was sent, and words beside what was refused. */
  renderIdeas(form: RefusedForm): Promise<void> | void;
  renderError(form: RefusedForm): Promise<void> | void;
}

/** What the page of ideas posts without script: a new idea, a vote, and staff's answer. */
export function ideaForms({ renderIdeas, renderError }: IdeaPages): Form[] {
  return [
    form({
      path: LIST,
      body: ideaBody,
      async handle({ body, ...visit }) {
        const { id } = await createIdea(body, visit);
        return `${LIST}?sort=newest&shared=${id}#idea-${id}`;
      },
      refused: renderIdeas,
    }),
    form({
      path: `${LIST}/:id/vote`,
      body: z.object({ ...back, do: z.enum(['give', 'take-back']) }),
      async handle({ body, params, ...visit }) {
        const id = idOf(params);
        await (body.do === 'give' ? voteForIdea(id, visit) : takeVoteBack(id, visit));
        return backTo(id, body.back);
      },
      refused: renderError,
    }),
    form({
      path: `${LIST}/:id/staff`,
      body: z.object({
        ...back,
        status: z.enum(IDEA_STATUSES),
        answer: z.string().max(IDEA.answerMax),
        isHidden: z.literal('yes').optional(),
      }),
      async handle({ body: { back: from, isHidden, ...change }, params, ...visit }) {
        if (!isStaff(visit.viewer.user)) throw refusalOf(visit.viewer.user, 'staff');
        const id = idOf(params);
        await updateIdea(id, { ...change, isHidden: isHidden === 'yes' }, visit);
        return backTo(id, from);
      },
      refused: renderError,
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
