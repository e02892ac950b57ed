import { unsplashSandbox } from '../../integrations/sandboxes.ts';
import { signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import { addFoundPhoto, searchPhotos } from '../../shared/contracts/unsplash.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { atEventOf } from '../events/event-rules.access.ts';
import { addPhoto } from '../media/add-photo.service.ts';
import { browserSecret } from '../media/contributor-identity.service.ts';
import { unsplash } from './start-unsplash.ts';

const maker = atEventOf<'clip.addClosed', { body: { event: string }; viewer: Viewer }>(
  'clip.addClosed',
  ({ body }) => body.event,
);

export const photoSearchRoutes: RouteTable = [
  action(searchPhotos, {
    access: signedInUser,
    async run({ body: { search, page } }) {
      const { photos, total, totalPages } = await unsplash().search(search, page);
      return withBeside(photos, { meta: { total, totalPages, page, isSandbox: unsplashSandbox() !== null } });
    },
  }),
  action(addFoundPhoto, {
    access: maker,
    async run({ body, event, roles, role, viewer, req }) {
      const { id, credit, save } = await unsplash().choose(body.downloadLocation);
      const photo = { filename: `unsplash-${id}.jpg`, filetype: 'image/jpeg', attribution: credit, save };
      return addPhoto({ event, roles, role }, photo, viewer, browserSecret(req));
    },
  }),
];
