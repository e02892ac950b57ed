import { defineFeature } from '../feature.ts';

/** Drafts: what a browser created before sign-in. */
export const drafts = defineFeature({ name: 'drafts' });
