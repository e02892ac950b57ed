import { type RouteTable, route, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/feedback.ts';
import * as ideas from './ideas.service.ts';

export const ideaRoutes: RouteTable = [
  route(contracts.listIdeas, async ({ query, ...visit }) => {
    const { ideas: shown, total, nextCursor } = await ideas.listIdeas(query, visit);
    return withBeside(shown, { meta: { total, nextCursor } });
  }),
  route(contracts.createIdea, ({ body, ...visit }) => ideas.createIdea(body, visit)),
  route(contracts.voteForIdea, ({ params, ...visit }) => ideas.voteForIdea(params.id, visit)),
  route(contracts.takeVoteBack, ({ params, ...visit }) => ideas.takeVoteBack(params.id, visit)),
  route(contracts.updateIdea, ({ params, body, ...visit }) => ideas.updateIdea(params.id, body, visit)),
];
