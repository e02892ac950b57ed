import { signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import { rememberContributed } from '../../platform/http/sessions.ts';
import * as contracts from '../../shared/contracts/media.ts';
import { inPerson } from '../accounts/audit/impersonation.service.ts';
import { atEvent } from '../events/events.service.ts';
import { atClip, atReceipt, clipRemover, contributor } from './clip-rules.ts';
import * as media from './media.service.ts';

export const mediaRoutes: RouteTable = [
  action(contracts.createMedia, {
    access: contributor,
    async run({ event, roles, role, body, viewer, req }) {
      const receipt = await media.addMedia(body, { event, roles, role }, viewer, media.browserSecret(req));
      await media.keepContribution(receipt, event, viewer, (id) => rememberContributed(req, id));
      return receipt;
    },
  }),
  action(contracts.updateMedia, {
    access: atClip('clip.update'),
    run: ({ own, body, viewer }) => media.updateMedia(own, body, viewer),
  }),
  action(contracts.deleteMedia, { access: clipRemover, run: ({ own }) => media.removeMedia(own) }),
  action(contracts.removeContributor, {
    access: atEvent('contributor.remove'),
    run: ({ event, params }) => media.removeContributor(event, params.contributorId),
  }),
  action(contracts.restoreMedia, {
    access: atClip('clip.restore'),
    run: ({ own, viewer }) => media.restoreMedia(own, viewer),
  }),
  action(contracts.claimMedia, {
    access: signedInUser,
    requires: [inPerson],
    run: ({ user, params, query }) => media.claimMedia(params.id, query.receipt, user.id),
  }),
  action(contracts.retryMedia, {
    access: atClip('clip.retry'),
    run: ({ own, viewer }) => media.retryMedia(own, viewer),
  }),
  action(contracts.updateReceipt, {
    access: atReceipt('receipt.edit'),
    run: ({ own, body, viewer }) => media.changeSender(own, body, viewer),
  }),
  action(contracts.getReceipt, {
    access: atReceipt('receipt.read'),
    run: ({ own }) => media.viewReceipt(own).receipt,
  }),
];
