import { type RouteTable, route } from '../../../platform/http/route.ts';
import { verifyMail } from '../../../shared/contracts/mail.ts';
import { checkAddressFor } from './mail-check.service.ts';

export const mailCheckRoutes: RouteTable = [
  route(verifyMail, ({ body, viewer }) => checkAddressFor(viewer.ip, body.email)),
];
