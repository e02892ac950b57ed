import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/profiles.ts';
import { removePicture } from './pictures.service.ts';
import { getProfile, ownProfile, readableProfile, updateProfile } from './profiles.service.ts';

export const updateProfileAction = action(contracts.updateProfile, {
  access: ownProfile,
  run: ({ user, body }) => updateProfile(user.id, body),
});

export const profileRoutes: RouteTable = [
  action(contracts.getProfile, { access: readableProfile, run: ({ params }) => getProfile(params.id) }),
  updateProfileAction,
  action(contracts.removePicture, {
    access: ownProfile,
    async run({ user }) {
      await removePicture(user.id);
      return getProfile(user.id);
    },
  }),
];
