import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import { getStorageUse } from '../../shared/contracts/storage-use.ts';
import { storageInAll } from './storage-use.service.ts';

export const storageUseRoutes: RouteTable = [
  action(getStorageUse, { access: staffWho('desk.open'), run: () => storageInAll() }),
];
