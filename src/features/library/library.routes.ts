import { type RouteTable, route } from '../../platform/http/route.ts';
import { listTracks } from '../../shared/contracts/films.ts';
import * as library from './library.service.ts';

export const libraryRoutes: RouteTable = [route(listTracks, () => [...library.listTracks()])];
