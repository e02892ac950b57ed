import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import type { Permission } from '../../shared/permissions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { checkEvent, type SeenEvent } from '../events/events.access.ts';
import { findEvent } from '../events/find-events.service.ts';
import { RewardModel, type StoredReward } from './reward.model.ts';

/** Access to the reward in the URL, by roles at its event; adds both. */
export function atReward<P extends Permission>(
  permission: P,
): AccessRule<P, { params: { id: string }; viewer: Viewer }, SeenEvent & { reward: StoredReward }> {
  return {
    word: permission,
    async load({ params: { id }, viewer }) {
      const reward = Types.ObjectId.isValid(id) ? await RewardModel.findById(id).lean<StoredReward>() : null;
      if (!reward) throw new AppError('NOT_FOUND', { message: 'There is no such gift card.' });
      const eventId = String(reward.eventId);
      return { reward, ...checkEvent(permission, await findEvent(eventId), eventId, viewer) };
    },
  };
}
