import { errorLogged } from '../../platform/logged-errors.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { errorRoutes } from './errors.routes.ts';
import { gatherLogged, settleErrors } from './gather-errors.ts';

/** Errors of browsers and servers, each kind once with its count. */
export const errors = defineFeature({
  name: 'errors',
  routes: [errorRoutes],
  onEvent: [errorLogged.does(gatherLogged)],
  settle: settleErrors,
});
