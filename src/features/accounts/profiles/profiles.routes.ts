import { type RouteTable, route } from '../../../platform/http/route.ts';
import * as contracts from '../../../shared/contracts/profiles.ts';
import { removePicture } from './pictures.service.ts';
import { checkProfileAccess, getProfile, updateProfile } from './profiles.service.ts';

export const profileRoutes: RouteTable = [
  route(contracts.getProfile, ({ params, viewer }) => {
    checkProfileAccess(viewer, params.id, 'read');
    return getProfile(params.id);
  }),
  route(contracts.updateProfile, ({ params, body, viewer }) => {
    checkProfileAccess(viewer, params.id, 'change');
    return updateProfile(params.id, body);
  }),
  route(contracts.removePicture, async ({ params, viewer }) => {
    checkProfileAccess(viewer, params.id, 'change');
    await removePicture(params.id);
    return getProfile(params.id);
  }),
];
