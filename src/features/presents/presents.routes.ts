import { anyone } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contributions from '../../shared/contracts/contributions.ts';
import * as rewards from '../../shared/contracts/rewards.ts';
import { atEvent, atEventOf } from '../events/event-rules.access.ts';
import { openPoolContribution, openTreeContribution } from './open-contribution.ts';
import { orderReward } from './order-reward.ts';
import { resendReward } from './resend-reward.ts';
import { productsIn, withName } from './reward-products.service.ts';
import { atReward } from './reward-rules.ts';
import { openOrClosePool, viewGift, viewPool } from './view-pool.service.ts';

export const contributeToPoolAction = action(contributions.contributeToPool, {
  access: atEventOf('present.give', ({ body }) => body.event),
  run: ({ event, body: { amount, ...giver }, viewer: { ip } }) => openPoolContribution(event, { ...giver, ip }, amount),
});

export const contributeTreesAction = action(contributions.contributeTrees, {
  access: atEventOf('present.give', ({ body }) => body.event),
  run: ({ event, body: { quantity, ...giver }, viewer: { ip } }) =>
    openTreeContribution(event, { ...giver, ip }, quantity),
});

export const updatePoolAction = action(contributions.updatePool, {
  access: atEvent('pool.edit'),
  run: ({ event, body }) => openOrClosePool(event, body.isOpen),
});

export const orderRewardAction = action(rewards.orderReward, {
  access: atEventOf('reward.choose', ({ body }) => body.event),
  run: ({ event, body: { event: _, ...wish } }) => orderReward(event, wish),
});

export const resendRewardAction = action(rewards.resendReward, {
  access: atReward('reward.choose'),
  run: ({ reward, body }) => resendReward(reward, body.email),
});

export const presentRoutes: RouteTable = [
  contributeToPoolAction,
  contributeTreesAction,
  action(contributions.readPool, { access: atEvent('pool.read'), run: ({ event }) => viewPool(event) }),
  updatePoolAction,
  action(rewards.listRewardProducts, {
    access: anyone,
    run: async ({ query }) => withName(await productsIn(query.country), query.q),
  }),
  orderRewardAction,
  action(rewards.viewReward, { access: atEvent('reward.choose'), run: ({ event }) => viewGift(event) }),
  resendRewardAction,
];
