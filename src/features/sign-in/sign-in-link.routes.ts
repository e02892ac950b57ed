import { anyone } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/sign-in-link.ts';
import { enterByLink, mailSignInLink } from './sign-in-link.service.ts';

export const requestSignInLinkAction = action(contracts.requestSignInLink, {
  access: anyone,
  run: ({ body, viewer, req }) => mailSignInLink(body, { viewer, req }),
});

export const signInLinkRoutes: RouteTable = [
  requestSignInLinkAction,
  action(contracts.signInByLink, {
    access: anyone,
    run: ({ params, body, viewer, req, log }) => enterByLink(params.token, { viewer, req, log, code: body?.code }),
  }),
];
