import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/canned-answers.ts';
import * as answers from './canned-answers.service.ts';

const staff = staffWho('chat.answer');

export const createCannedAnswerAction = action(contracts.createCannedAnswer, {
  access: staff,
  run: ({ body, user, viewer: { ip } }) => answers.createCannedAnswer(body, { id: user.id, ip }),
});

export const updateCannedAnswerAction = action(contracts.updateCannedAnswer, {
  access: staff,
  run: ({ params, body, user, viewer: { ip } }) => answers.updateCannedAnswer(params.id, body, { id: user.id, ip }),
});

export const deleteCannedAnswerAction = action(contracts.deleteCannedAnswer, {
  access: staff,
  run: ({ params, user, viewer: { ip } }) => answers.deleteCannedAnswer(params.id, { id: user.id, ip }),
});

export const cannedAnswerRoutes: RouteTable = [
  action(contracts.listCannedAnswers, { access: staff, run: () => answers.listCannedAnswers() }),
  createCannedAnswerAction,
  updateCannedAnswerAction,
  deleteCannedAnswerAction,
];
