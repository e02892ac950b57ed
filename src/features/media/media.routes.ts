import type { AccessContext } from '../../platform/http/access.ts';
import { type RouteTable, route } from '../../platform/http/route.ts';
import { rememberContributed } from '../../platform/http/sessions.ts';
import {
  claimMedia,
  createMedia,
  deleteMedia,
  getReceipt,
  removeContributor,
  restoreMedia,
  retryMedia,
  updateMedia,
  updateReceipt,
} from '../../shared/contracts/media.ts';
import { requireMediaOwner, requireMediaRemover, requireReceipt } from './media.access.ts';
import { MediaModel } from './media.model.ts';
import * as media from './media.service.ts';

export const mediaRoutes: RouteTable = [
  route(createMedia, async ({ body, viewer, req }) => {
    const receipt = await media.addMedia(body, viewer, media.browserSecret(req));
    await media.keepContribution(receipt, viewer, (id) => rememberContributed(req, id));
    return receipt;
  }),
  route(updateMedia, ({ params, body, viewer }) => media.updateMedia(params.id, body, viewer), {
    about: ({ params }) => eventOfMedia(params.id),
  }),
  route(deleteMedia, ({ params, query, viewer }) => media.removeMedia(params.id, query.receipt, viewer)),
  route(removeContributor, ({ params, viewer }) => media.removeContributor(params.id, params.contributorId, viewer)),
  route(restoreMedia, ({ params, query, viewer }) => media.restoreMedia(params.id, query.receipt, viewer)),
  route(claimMedia, ({ params, query, viewer }) => media.claimMedia(params.id, query.receipt, viewer)),
  route(retryMedia, ({ params, query, viewer }) => media.retryMedia(params.id, query.receipt, viewer)),
  route(updateReceipt, ({ params, body, viewer }) => media.changeSender(params.key, body, viewer)),
  route(getReceipt, async ({ params }) => (await media.viewReceipt(params.key)).receipt),
];

/** Access to one clip by its receipt, or as the creator of its event. */
export async function receiptAccessCheck({ contract, params, query, viewer }: AccessContext): Promise<void> {
  const { key } = params as { key?: string };
  if (key !== undefined) {
    await requireReceipt(key);
    return;
  }
  const { receipt } = (query ?? {}) as { receipt?: string };
  const { id } = params as { id: string };
  if (contract === deleteMedia) await requireMediaRemover(id, receipt, viewer);
  else await requireMediaOwner(id, receipt, viewer);
}

async function eventOfMedia(mediaId: string): Promise<string | null> {
  const found = await MediaModel.findById(mediaId, { eventId: 1 }).lean();
  return found ? String(found.eventId) : null;
}
