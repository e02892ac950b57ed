import { defineFeature } from '../../platform/manifest/feature.ts';
import { openSwitchBoard, switchBoard } from './switch-board.ts';
import { switchRoutes } from './switches.routes.ts';
import { forgetInSwitches } from './switches.service.ts';

/** What admins can turn off, or give to some people first. */
export const switches = defineFeature({
  name: 'switches',
  routes: [switchRoutes],
  accountData: { purge: ({ userId }) => forgetInSwitches(userId) },
  needs: [switchBoard],
  async provides({ log }) {
    const { board, close } = await openSwitchBoard(log);
    return [switchBoard.is(board, close)];
  },
});
