import { signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as edits from '../../shared/contracts/clip-edits.ts';
import * as contracts from '../../shared/contracts/media.ts';
import { byMaker } from '../../shared/history.ts';
import { rememberContributed } from '../drafts/session-drafts.service.ts';
import { atEvent } from '../events/event-rules.access.ts';
import { inPerson } from '../users/own-account.service.ts';
import { addMedia } from './add-media.ts';
import { annotate, paint } from './annotate-clip.ts';
import { retryMedia, revertMedia, updateMedia } from './change-clip.ts';
import { changeSender } from './change-sender.ts';
import { choosePoster } from './choose-poster.ts';
import { claimMedia, keepContribution } from './claims.service.ts';
import { atClip, atReceipt, clipRemover, contributor } from './clip-rules.ts';
import { browserSecret } from './contributor-identity.service.ts';
import { duplicateClip } from './copy-clip.ts';
import { findDeadTime } from './listen.jobs.ts';
import { openPhotoCopy } from './photo-copy.ts';
import { viewReceipt } from './receipt-view.ts';
import { removeMedia, restoreMedia } from './remove-clip.service.ts';
import { removeContributor } from './remove-contributor.ts';
import { transcribeClip } from './transcribe-clip.ts';
import { askUpscale, reviewUpscale } from './upscale-clip.ts';

export const mediaRoutes: RouteTable = [
  action(contracts.createMedia, {
    access: contributor,
    async run({ event, roles, role, body, viewer, req }) {
      const receipt = await addMedia(body, { event, roles, role }, viewer, browserSecret(req));
      await keepContribution(receipt, event, viewer, (id) => rememberContributed(req, id));
      return receipt;
    },
  }),
  action(contracts.updateMedia, {
    access: atClip('clip.update'),
    run: ({ own, body, viewer }) => updateMedia(own, body, viewer),
    noted({ own, body: { hidden } }) {
      if (hidden === undefined || hidden === own.media.hidden) return null;
      return byMaker(own, hidden ? 'leftOut' : 'putBack', own.media.contributor?.name);
    },
  }),
  action(contracts.deleteMedia, {
    access: clipRemover,
    run: ({ own }) => removeMedia(own),
    noted: ({ own }) => byMaker(own, 'removedClip', own.media.contributor?.name),
  }),
  action(contracts.removeContributor, {
    access: atEvent('contributor.remove'),
    run: ({ event, params }) => removeContributor(event, params.contributorId),
  }),
  action(contracts.restoreMedia, {
    access: atClip('clip.restore'),
    run: ({ own, viewer }) => restoreMedia(own, viewer),
    noted: ({ own }) => byMaker(own, 'putBack', own.media.contributor?.name),
  }),
  action(contracts.claimMedia, {
    access: signedInUser,
    requires: [inPerson],
    run: ({ user, params, query }) => claimMedia(params.id, query.receipt, user.id),
  }),
  action(contracts.retryMedia, {
    access: atClip('clip.retry'),
    run: ({ own, viewer }) => retryMedia(own, viewer),
  }),
  action(edits.duplicateMedia, {
    access: atClip('clip.edit'),
    run: ({ own, viewer }) => duplicateClip(own, viewer),
  }),
  action(edits.revertMedia, {
    access: atClip('clip.edit'),
    run: ({ own, viewer }) => revertMedia(own, viewer),
  }),
  action(edits.savePinturaEdit, {
    access: atClip('clip.edit'),
    run: ({ own, body, viewer }) => annotate(own, body.edit, viewer),
  }),
  action(edits.renderPinturaEdit, {
    access: atClip('clip.edit'),
    run: ({ own, viewer }) => paint(own, viewer),
  }),
  action(edits.openPhoto, { access: atClip('clip.edit'), run: ({ own }) => openPhotoCopy(own) }),
  action(edits.upscaleMedia, { access: atClip('clip.edit'), run: ({ own, viewer }) => askUpscale(own, viewer) }),
  action(edits.reviewUpscale, {
    access: atClip('clip.edit'),
    run: ({ own, body, viewer }) => reviewUpscale(own, body.approved, viewer),
  }),
  action(edits.regenerateImage, {
    access: atClip('clip.edit'),
    run: ({ own, body, viewer }) => choosePoster(own, body.at, viewer),
  }),
  action(edits.transcribeMedia, {
    access: atClip('clip.edit'),
    run: ({ own, viewer }) => transcribeClip(own, viewer),
  }),
  action(edits.findSilence, {
    access: atClip('clip.edit'),
    run: ({ own }) => findDeadTime(own),
  }),
  action(contracts.updateReceipt, {
    access: atReceipt('receipt.edit'),
    run: ({ own, body, viewer }) => changeSender(own, body, viewer),
  }),
  action(contracts.getReceipt, {
    access: atReceipt('receipt.read'),
    run: async ({ own }) => (await viewReceipt(own)).receipt,
  }),
];
