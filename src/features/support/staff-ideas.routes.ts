import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/staff-ideas.ts';
import { listStaffIdeas, mergeIdea } from './staff-ideas.service.ts';

const staff = staffWho('idea.moderate');

export const mergeIdeaAction = action(contracts.mergeIdea, {
  access: staff,
  run: ({ params, body, user, viewer: { ip } }) => mergeIdea(params.id, body, { id: user.id, ip }),
});

export const staffIdeaRoutes: RouteTable = [
  action(contracts.listStaffIdeas, {
    access: staff,
    async run({ query }) {
      const { ideas, total, nextCursor } = await listStaffIdeas(query);
      return withBeside(ideas, { meta: { total, nextCursor } });
    },
  }),
  mergeIdeaAction,
];
