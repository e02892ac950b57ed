import { ChatModel, type StoredChat } from './chat.model.ts';

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
  const chat = await ChatModel.findOne({ ownerKey: `user:${userId}` }, { email: 1 }).lean<
    Pick<StoredChat, '_id' | 'email'>
  >();
  if (!chat) return;
  const email = chat.email === before ? after : chat.email;
  await ChatModel.updateOne({ _id: chat._id }, { $set: { links: [], email } });
}
