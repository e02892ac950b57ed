import { type RouteTable, route } from '../../../platform/http/route.ts';
import * as contracts from '../../../shared/contracts/second-factor.ts';
import { guardedAccount, requireConfirmedAddress, requireProof } from '../guarded-account.service.ts';
import { rememberSecondStep } from '../sign-in/recent-proof.ts';
import { requireFresh } from '../sign-in/sign-in.ts';
import { takeSecondStep } from '../ways-in/way-in.ts';
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  secondFactorState,
  setUpSecondFactor,
  turnOffSecondFactor,
} from './second-factor.service.ts';

export const secondFactorRoutes: RouteTable = [
  route(contracts.getSecondFactor, ({ params, viewer }) => secondFactorState(guardedAccount(viewer, params.id).id)),
  route(contracts.setUpSecondFactor, async ({ params, viewer, req }) => {
    const user = guardedAccount(viewer, params.id);
    requireFresh(req);
    await requireConfirmedAddress(user.id);
    return setUpSecondFactor(user);
  }),
  route(contracts.confirmSecondFactor, async ({ params, body, viewer, req }) => {
    const user = guardedAccount(viewer, params.id);
    requireFresh(req);
    const { recoveryCodes, secondStep } = await confirmSecondFactor(user, body.code, viewer.ip);
    await rememberSecondStep(req, secondStep);
    return { recoveryCodes };
  }),
  route(contracts.turnOffSecondFactor, async ({ params, body, viewer, req }) => {
    const user = guardedAccount(viewer, params.id);
    await requireProof(req, user.id, body.currentPassword);
    return turnOffSecondFactor(user, body.code, viewer.ip);
  }),
  route(contracts.renewRecoveryCodes, async ({ params, body, viewer, req }) => {
    const user = guardedAccount(viewer, params.id);
    requireFresh(req);
    return { recoveryCodes: await renewRecoveryCodes(user, body.code, viewer.ip) };
  }),
  route(contracts.secondStep, async ({ body, req, log }) => (await takeSecondStep(body.code, { req, log })).user),
];
