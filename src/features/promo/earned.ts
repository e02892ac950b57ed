import { acceptedClips } from './promo.parts.ts';
import { PromoCodeModel, type StoredPromoCode } from './promo-code.model.ts';

/** Whether a code is worth something: a contributor's needs a clip that was ready once. */
export async function isEarned({ _id, earned }: StoredPromoCode): Promise<boolean> {
  if (!earned || earned.at) return true;
  if (!(await acceptedClips().has(String(earned.eventId), earned.by))) return false;
  await PromoCodeModel.updateOne({ _id, 'earned.at': null }, { $set: { 'earned.at': new Date() } });
  return true;
}
