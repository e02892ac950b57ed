import { Types } from 'mongoose';
import type { Billing } from '../../shared/contracts/invoices.ts';
import { findUser } from '../users/users.service.ts';
import { BillingModel, type StoredBilling } from './invoice.model.ts';

/** Who a user's invoices are made out to. Default: their own name. */
export async function billingOf(userId: string): Promise<Billing> {
  const stored = await BillingModel.findById(userId).lean<StoredBilling>();
  const user = stored?.name ? null : await findUser(userId);
  const ownName = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
  return { name: stored?.name || ownName, address: stored?.address ?? '', taxId: stored?.taxId ?? '' };
}

/** Changes the given fields, for new invoices. */
export async function changeBilling(userId: string, changes: Partial<Billing>): Promise<Billing> {
  await BillingModel.updateOne({ _id: new Types.ObjectId(userId) }, { $set: changes }, { upsert: true });
  return billingOf(userId);
}

/** The buyer as an invoice keeps them. */
export async function partyOf(userId: string) {
  const [{ name, address, taxId }, user] = await Promise.all([billingOf(userId), findUser(userId)]);
  return { name, address: address.split('\n').filter(Boolean), taxId, email: user?.email ?? '' };
}

/** What was entered goes with the account; invoices stay, as the law requires. */
export async function forgetBilling(userId: string): Promise<void> {
  await BillingModel.deleteOne({ _id: new Types.ObjectId(userId) });
}
