import { anyone, staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/feedback.ts';
import * as ideas from './ideas.service.ts';

export const createIdeaAction = action(contracts.createIdea, {
  access: anyone,
  run: ({ body, ...visit }) => ideas.createIdea(body, visit),
});

export const updateIdeaAction = action(contracts.updateIdea, {
  access: staffWho('idea.moderate'),
  run: ({ params, body, ...visit }) => ideas.updateIdea(params.id, body, visit),
});

export const ideaRoutes: RouteTable = [
  action(contracts.listIdeas, {
    access: anyone,
    async run({ query, ...visit }) {
      const { ideas: shown, total, nextCursor } = await ideas.listIdeas(query, visit);
      return withBeside(shown, { meta: { total, nextCursor } });
    },
  }),
  createIdeaAction,
  action(contracts.voteForIdea, {
    access: anyone,
    run: ({ params, ...visit }) => ideas.voteForIdea(params.id, visit),
  }),
  action(contracts.takeVoteBack, {
    access: anyone,
    run: ({ params, ...visit }) => ideas.takeVoteBack(params.id, visit),
  }),
  updateIdeaAction,
];
