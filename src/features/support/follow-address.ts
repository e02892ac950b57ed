import { ChatModel } from './chat.model.ts';

/**
 * Answers to a user go to their new address, and mailed links become invalid: the old mailbox may be somebody else’s by
 * now. An address that they gave for the chat alone stays.
 */
export async function followAddress({
  userId,
  before,
  after,
}: {
  userId: string;
  before: string;
  after: string;
}): Promise<void> {
  const chat = await ChatModel.findOne({ ownerKey: `user:${userId}` }, { _id: 1 }).lean();
  if (!chat) return;
  await ChatModel.updateOne({ _id: chat._id }, { $set: { links: [] } });
  await ChatModel.updateOne({ _id: chat._id, email: before }, { $set: { email: after } });
}
