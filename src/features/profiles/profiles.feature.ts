import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAccount } from '../../platform/manifest/personal-data.ts';
import { countryRoutes } from './countries.routes.ts';
import { keepEarlierStops } from './keep-earlier-stops.ts';
import { pictureRouter } from './pictures.router.ts';
import { PICTURE_FILES, pictureAsData, resolvePicture } from './pictures.service.ts';
import { profileForms } from './profiles.forms.ts';
import { profileRoutes } from './profiles.routes.ts';
import { getProfile, purgeProfile } from './profiles.service.ts';

/** Profiles: names, phone, country, language, picture, and which mails people want. */
export const profiles = defineFeature({
  name: 'profiles',
  routes: [profileRoutes, countryRoutes],
  forms: profileForms,
  routers: (deps) => [pictureRouter(deps)],
  files: { [PICTURE_FILES]: resolvePicture },
  accountData: {
    fields: { 'user_profiles.phone': byAccount('profile') },
    // The bytes, as signed addresses expire and open it to anyone who has them.
    export: { profile: async (userId) => ({ ...(await getProfile(userId)), picture: await pictureAsData(userId) }) },
    purge: purgeProfile,
  },
  migrations: [keepEarlierStops],
});
