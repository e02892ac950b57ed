import { loadUnsplashSandbox, unsplashSandbox } from '../../integrations/sandboxes.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { photoSearchRoutes } from './photo-search.routes.ts';
import { sandboxPictures } from './sandbox-pictures.ts';
import { startUnsplash, unsplash } from './start-unsplash.ts';

/** Finding photos on Unsplash for a film. */
export const photoSearch = defineFeature({
  name: 'photo-search',
  routes: [photoSearchRoutes],
  routers: () => [sandboxPictures()],
  loads: async (config, process) => process === 'web' && loadUnsplashSandbox(config),
  needs: [unsplash, unsplashSandbox],
  provides: async ({ config, web }) => (web ? startUnsplash(config) : []),
});
