import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/switches.ts';
import { recentSecondStep } from '../two-factor/recent-proof.service.ts';
import { changeSwitch, listSwitches } from './switches.service.ts';

const staff = staffWho('switch.edit');

export const changeSwitchAction = action(contracts.changeSwitch, {
  access: staff,
  requires: [recentSecondStep],
  run: ({ params, body, user, viewer: { ip } }) => changeSwitch(params.name, body, { id: user.id, ip }),
});

export const switchRoutes: RouteTable = [
  action(contracts.listSwitches, { access: staff, run: () => listSwitches() }),
  changeSwitchAction,
];
