import { defineFeature } from '../../platform/manifest/feature.ts';
import { draftForms } from './drafts.forms.ts';
import { draftEvents } from './drafts.parts.ts';

/** Drafts: what a browser created before sign-in, until an account takes it over. */
export const drafts = defineFeature({ name: 'drafts', forms: draftForms, needs: [draftEvents] });
