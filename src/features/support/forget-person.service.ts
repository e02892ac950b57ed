import { randomBytes } from 'node:crypto';
import { Types } from 'mongoose';
import { ChatMessageModel, ChatModel, type StoredChat, type StoredChatMessage } from './chat.model.ts';
import { IdeaModel } from './idea.model.ts';
import { IdeaVoteModel } from './idea-vote.model.ts';
import { ReportModel } from './report.model.ts';

/**
 * Forgets a person: their conversations go, their votes count on without a name, their reports are nobody's, and what they
 * wrote as staff stays without who wrote it. May be repeated.
 */
export async function forgetInSupport(userId: string): Promise<void> {
  const _id = new Types.ObjectId(userId);
  const chats = await chatsOf(userId);
  await ChatMessageModel.deleteMany({ conversationId: { $in: chats.map((chat) => chat._id) } });
  await ChatModel.deleteMany({ _id: { $in: chats.map((chat) => chat._id) } });
  await ChatModel.updateMany({ assignedTo: _id }, { $set: { assignedTo: null, assignedName: '' } });
  await ChatMessageModel.updateMany({ staffId: _id }, { $set: { staffId: null, name: '' } });
  const voter = `gone:${randomBytes(9).toString('base64url')}`;
  await IdeaVoteModel.updateMany({ voter: `user:${userId}` }, { $set: { voter } });
  await ReportModel.updateMany({ userId: _id }, { $set: { userId: null } });
}

/** Forgets conversations without an account that gave an address. May be repeated. @param email confirmed by whose it is */
export async function forgetChatsOfAddress(email: string): Promise<void> {
  const ids = (await chatsWithAddress(email)).map(({ _id }) => _id);
  await ChatMessageModel.deleteMany({ conversationId: { $in: ids } });
  await ChatModel.deleteMany({ _id: { $in: ids } });
}

/** What was written to us with an address and without an account. @param email confirmed by who asks */
export async function exportChatsOfAddress(email: string): Promise<object[]> {
  return messagesOf(await chatsWithAddress(email));
}

/** What a person wrote to us, and what they wished for. */
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
