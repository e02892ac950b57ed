import { anyone } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import { listTracks } from '../../shared/contracts/films.ts';
import * as library from './library.service.ts';

export const libraryRoutes: RouteTable = [action(listTracks, { access: anyone, run: () => [...library.listTracks()] })];
