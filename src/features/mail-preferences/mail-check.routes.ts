import { anyone } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import { verifyMail } from '../../shared/contracts/mail.ts';
import { checkAddressFor } from './mail-check.service.ts';

export const mailCheckRoutes: RouteTable = [
  action(verifyMail, { access: anyone, run: ({ body, viewer }) => checkAddressFor(viewer.ip, body.email) }),
];
