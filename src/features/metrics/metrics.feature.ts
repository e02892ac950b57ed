import { defineFeature } from '../../platform/manifest/feature.ts';
import { figureKeeper, openFigureKeeper } from './keep-figures.ts';
import { metricsRoutes } from './metrics.routes.ts';

/** Figures of the site over time, counted by every process. */
export const metrics = defineFeature({
  name: 'metrics',
  routes: [metricsRoutes],
  needs: [figureKeeper],
  provides({ log }) {
    const { keeper, close } = openFigureKeeper(log);
    return [figureKeeper.is(keeper, close)];
  },
});
