import { defineFeature } from '../../platform/manifest/feature.ts';

/** What a browser made before anybody signed in there. */
export const drafts = defineFeature({ name: 'drafts' });
