import { type RouteTable, route } from '../../../platform/http/route.ts';
import * as contracts from '../../../shared/contracts/sign-in-link.ts';
import { enterByLink, mailSignInLink } from './sign-in-link.service.ts';

export const signInLinkRoutes: RouteTable = [
  route(contracts.requestSignInLink, ({ body, viewer, req }) => mailSignInLink(body, { viewer, req })),
  route(contracts.signInByLink, ({ params, body, viewer, req, log }) =>
    enterByLink(params.token, { viewer, req, log, code: body?.code }),
  ),
];
