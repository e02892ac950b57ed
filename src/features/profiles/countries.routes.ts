import { anyone } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/countries.ts';
import { listCountries } from './countries.service.ts';

export const countryRoutes: RouteTable = [
  action(contracts.listCountries, {
    access: anyone,
    run({ query, res }) {
      // Private, since the answer to somebody who is signed in renews their cookie.
      res.setHeader('Cache-Control', 'private, max-age=86400');
      return listCountries(query.sortBy);
    },
  }),
];
