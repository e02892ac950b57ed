import { defineFeature } from '../../platform/manifest/feature.ts';

/** Drafts: what a browser created before sign-in. */
export const drafts = defineFeature({ name: 'drafts' });
