import { anyone } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/postcards.ts';
import { isOccasionType } from '../../shared/occasions.ts';
import { atEventOf, withAccount } from '../events/event-rules.access.ts';
import { inPerson } from '../users/own-account.service.ts';
import { checkoutPostcard } from './checkout-postcard.service.ts';
import { artOf, templateOf, templatesFor, toTemplateDto } from './draw/templates.service.ts';
import { atPostcard } from './postcard-rules.ts';
import * as postcards from './postcards.service.ts';

export const createPostcardAction = action(contracts.createPostcard, {
  access: atEventOf('postcard.edit', ({ body }) => body.eventId),
  run: ({ event, viewer, body: { eventId: _, ...body } }) => postcards.createPostcard(event, viewer, body),
});

export const updatePostcardAction = action(contracts.updatePostcard, {
  access: atPostcard('postcard.edit'),
  run: (seen) => postcards.updatePostcard(seen, seen.body),
});

export const deletePostcardAction = action(contracts.deletePostcard, {
  access: atPostcard('postcard.edit'),
  run: (seen) => postcards.deletePostcard(seen),
});

export const checkoutPostcardAction = action(contracts.checkoutPostcard, {
  access: withAccount(atPostcard('event.pay'), 'Please create an account or log in before paying.'),
  requires: [inPerson],
  run: (seen) => checkoutPostcard(seen, seen.user),
});

export const postcardRoutes: RouteTable = [
  createPostcardAction,
  checkoutPostcardAction,
  action(contracts.listPostcards, {
    access: atEventOf('postcard.edit', ({ query }) => query.eventId),
    run: ({ event }) => postcards.listPostcards(event),
  }),
  action(contracts.getPostcardTemplates, {
    access: anyone,
    run({ params: { id } }) {
      return isOccasionType(id) ? templatesFor(id).map(toTemplateDto) : toTemplateDto(templateOf(id));
    },
  }),
  action(contracts.getPostcardArt, {
    access: anyone,
    run({ params: { id }, res }) {
      const svg = artOf(templateOf(id));
      res.setHeader('Cache-Control', 'public, max-age=3600');
      res.type('image/svg+xml').send(svg);
      return svg;
    },
  }),
  action(contracts.getPostcard, {
    access: atPostcard('postcard.edit'),
    run: (seen) => postcards.showPostcard(seen),
  }),
  updatePostcardAction,
  deletePostcardAction,
];
