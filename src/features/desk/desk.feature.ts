import type { RefusedForm } from '../../platform/http/forms.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { csvRouter } from './csv-exports.router.ts';
import { savedFilterForms } from './saved-filters.forms.ts';
import { forgetFilters } from './saved-filters.service.ts';
import { staffEventRoutes } from './staff-events.routes.ts';
import { staffUserRoutes } from './staff-users.routes.ts';
import { storageUseRoutes } from './storage-use.routes.ts';
import { addUpStorage } from './storage-use.service.ts';

/** What staff do at the desk with things of several features: accounts, lists and their files. */
export const desk = defineFeature({
  name: 'desk',
  routes: [staffUserRoutes, staffEventRoutes, storageUseRoutes],
  forms: (screens: { renderError(form: RefusedForm): Promise<void> | void }) => savedFilterForms(screens),
  routers: (deps) => [csvRouter(deps)],
  cleanUp: [addUpStorage],
  accountData: { purge: forgetFilters },
});
