import { callOf } from '../../src/shared/call-of.ts';
import type * as accounts from '../../src/shared/contracts/accounts.ts';
import type * as checkout from '../../src/shared/contracts/checkout.ts';
import type * as events from '../../src/shared/contracts/events.ts';
import type * as films from '../../src/shared/contracts/films.ts';
import type * as media from '../../src/shared/contracts/media.ts';

// API calls of the studio.
export const createCheckoutSession = callOf<typeof checkout.createCheckoutSession>(
  'POST',
  '/api/v2/stripe/create-checkout-session',
);
export const deleteEvent = callOf<typeof events.deleteEvent>('DELETE', '/api/v2/events/:id');
export const deliverEvent = callOf<typeof events.deliverEvent>('POST', '/api/v2/events/:id/deliver');
export const getEvent = callOf<typeof events.getEvent>('GET', '/api/event/:id');
export const orderMedia = callOf<typeof events.orderMedia>('PUT', '/api/v2/events/:id/order');
export const takeBackDelivery = callOf<typeof events.takeBackDelivery>('DELETE', '/api/v2/events/:id/deliver');
export const updateEvent = callOf<typeof events.updateEvent>('PUT', '/api/v2/events/:id');
export const cancelRenderJob = callOf<typeof films.cancelRenderJob>('DELETE', '/api/v2/render-jobs/:id');
export const getPreview = callOf<typeof films.getPreview>('GET', '/api/v2/events/:id/preview');
export const latestRenderJob = callOf<typeof films.latestRenderJob>('GET', '/api/v2/events/:id/render-job');
export const listPublishedMedia = callOf<typeof films.listPublishedMedia>('GET', '/api/v2/events/:id/published-media');
export const publish = callOf<typeof films.publish>('POST', '/api/publish/media');
export const restorePublishedMedia = callOf<typeof films.restorePublishedMedia>(
  'PUT',
  '/api/v2/published-media/:id/restore',
);
export const deleteMedia = callOf<typeof media.deleteMedia>('DELETE', '/api/v2/media/:id');
export const removeContributor = callOf<typeof media.removeContributor>(
  'DELETE',
  '/api/v2/events/:id/contributors/:contributorId',
);
export const restoreMedia = callOf<typeof media.restoreMedia>('PUT', '/api/v2/media/:id/restore');
export const retryMedia = callOf<typeof media.retryMedia>('PUT', '/api/v2/media/:id/retry');
export const updateMedia = callOf<typeof media.updateMedia>('PUT', '/api/v2/media/:id');
export const resendVerification = callOf<typeof accounts.resendVerification>(
  'POST',
  '/api/v2/auth/resend-verification',
);
