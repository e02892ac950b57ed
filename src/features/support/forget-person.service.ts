import { randomBytes } from 'node:crypto';
import { Types } from 'mongoose';
import { ChatMessageModel, ChatModel, type StoredChat, type StoredChatMessage } from './chat.model.ts';
import { IdeaModel } from './idea.model.ts';
import { IdeaVoteModel } from './idea-vote.model.ts';
import { ReportModel } from './report.model.ts';

/** Erases a user: deletes their conversations, and anonymises their votes, reports and answers as staff. Idempotent. */
export async function forgetInSupport(userId: string): Promise<void> {
  const _id = new Types.ObjectId(userId);
  const chats = await chatsOf(userId);
  await ChatMessageModel.deleteMany({ conversationId: { $in: chats.map((chat) => chat._id) } });
  await ChatModel.deleteMany({ _id: { $in: chats.map((chat) => chat._id) } });
  await ChatModel.updateMany({ assignedTo: _id }, { $set: { assignedTo: null, assignedName: '' } });
  await ChatModel.updateMany({ 'handedOver.by': _id }, { $set: { handedOver: null } });
  await ChatMessageModel.updateMany({ staffId: _id }, { $set: { staffId: null, name: '' } });
  const voter = `gone:${randomBytes(9).toString('base64url')}`;
  await IdeaVoteModel.updateMany({ voter: `user:${userId}` }, { $set: { voter } });
  await ReportModel.updateMany({ userId: _id }, { $set: { userId: null } });
}

/** Deletes conversations without an account that gave this address. Idempotent. @param email confirmed by its owner */
export async function forgetChatsOfAddress(email: string): Promise<void> {
  const ids = (await chatsWithAddress(email)).map(({ _id }) => _id);
  await ChatMessageModel.deleteMany({ conversationId: { $in: ids } });
  await ChatModel.deleteMany({ _id: { $in: ids } });
}

/** Messages sent with an address and without an account. @param email confirmed by the requesting user */
export async function exportChatsOfAddress(email: string): Promise<object[]> {
  return messagesOf(await chatsWithAddress(email));
}

/** A user's messages to support, and their ideas. */
export async function exportSupport(userId: string): Promise<object> {
  const chats = await chatsOf(userId);
  const votes = await IdeaVoteModel.find({ voter: `user:${userId}` }, { ideaId: 1 }).lean();
  const voted = votes.map(({ ideaId }) => ideaId);
  const [chat, ideas, reports] = await Promise.all([
    messagesOf(chats),
    IdeaModel.find({ _id: { $in: voted }, isHidden: false }, { title: 1, status: 1 }).lean(),
    ReportModel.find({ userId: new Types.ObjectId(userId) }, { reason: 1, createdAt: 1 }).lean(),
  ]);
  return {
    chat,
    ideasVotedFor: ideas.map(({ title, status }) => ({ title, status })),
    reports: reports.map(({ reason, createdAt }) => ({ reason, createdAt })),
  };
}

async function messagesOf(chats: readonly Pick<StoredChat, '_id'>[]): Promise<object[]> {
  const messages = await ChatMessageModel.find({ conversationId: { $in: chats.map((chat) => chat._id) } })
    .sort({ conversationId: 1, seq: 1 })
    .lean<StoredChatMessage[]>();
  return messages.map(({ from, text, createdAt }) => ({ from, text, createdAt }));
}

function chatsWithAddress(email: string): Promise<Pick<StoredChat, '_id'>[]> {
  return ChatModel.find({ email, userId: null }, { _id: 1 }).lean<Pick<StoredChat, '_id'>[]>();
}

function chatsOf(userId: string): Promise<Pick<StoredChat, '_id'>[]> {
  const own = { $or: [{ ownerKey: `user:${userId}` }, { userId: new Types.ObjectId(userId) }] };
  return ChatModel.find(own, { _id: 1 }).lean<Pick<StoredChat, '_id'>[]>();
}
