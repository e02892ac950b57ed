import { defineFeature } from '../../platform/manifest/feature.ts';
import { libraryRoutes } from './library.routes.ts';

/** The music that films can have. */
export const library = defineFeature({ name: 'library', routes: [libraryRoutes] });
