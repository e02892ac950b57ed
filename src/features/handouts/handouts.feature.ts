import { defineFeature } from '../../platform/manifest/feature.ts';
import { handoutsRouter } from './handouts.router.ts';

/** Files that people take along: a card to print for the gift, and entries for their calendar. */
export const handouts = defineFeature({ name: 'handouts', routers: (deps) => [handoutsRouter(deps)] });
