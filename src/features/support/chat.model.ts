import { model, Schema, type Types } from 'mongoose';
import { keepSearchWords, searchWordsField } from '../../platform/database/search-words.ts';
import { CHAT, CHAT_SIDES, CHAT_STATES, type ChatSide, type ChatState } from '../../shared/chat.ts';

const keptSeconds = CHAT.kept / 1000;

/** A visitor's only conversation. */
export interface StoredChat {
  _id: Types.ObjectId;
  /** Owner: `user:ID`, `token:HASH` of a browser token, or `form:HASH` of a submitted form. Unique. */
  ownerKey: string;
  userId: Types.ObjectId | null;
  /** Latest mailed links, hashed. */
  links: { hash: string; until: Date }[];
  state: ChatState;
  email: string | null;
  name: string;
  /** Without secrets. */
  page: string;
  device: string;
  assignedTo: Types.ObjectId | null;
  assignedName: string;
  /** The last time that staff gave it to a colleague. */
  handedOver: { by: Types.ObjectId; byName: string; note: string; at: Date } | null;
  /** Highest `seq` assigned. */
  lastSeq: number;
  lastText: string;
  lastFrom: ChatSide;
  lastAt: Date;
  lastMailedAt: Date | null;
  searchWords: string[];
  createdAt: Date;
}

const handedOverSchema = new Schema<NonNullable<StoredChat['handedOver']>>(
  { by: Schema.Types.ObjectId, byName: String, note: String, at: Date },
  { _id: false },
);

const chatSchema = new Schema<StoredChat>(
  {
    ownerKey: { type: String, required: true, unique: true },
    userId: { type: Schema.Types.ObjectId, default: null },
    links: { type: [{ _id: false, hash: String, until: Date }], default: [] },
    state: { type: String, enum: CHAT_STATES, required: true },
    email: { type: String, default: null },
    name: { type: String, default: '' },
    page: { type: String, default: '' },
    device: { type: String, default: '' },
    assignedTo: { type: Schema.Types.ObjectId, default: null },
    assignedName: { type: String, default: '' },
    handedOver: { type: handedOverSchema, default: null },
    lastSeq: { type: Number, default: 0 },
    lastText: { type: String, default: '' },
    lastFrom: { type: String, enum: CHAT_SIDES, default: 'visitor' },
    lastAt: { type: Date, required: true, expires: keptSeconds },
    lastMailedAt: { type: Date, default: null },
    searchWords: searchWordsField,
  },
  { timestamps: { createdAt: true, updatedAt: false }, collection: 'chat_conversations' },
);
chatSchema.index({ state: 1, lastAt: -1 });
chatSchema.index({ lastAt: -1, _id: -1 });
chatSchema.index({ userId: 1 });
chatSchema.index({ assignedTo: 1, lastAt: -1, _id: -1 });
chatSchema.index({ 'handedOver.by': 1 }, { sparse: true });
chatSchema.index({ email: 1 });
chatSchema.index({ 'links.hash': 1 });

/** What a conversation is found by, beside what was said in it. */
export const chatTexts = ({ name, email }: Pick<StoredChat, 'name' | 'email'>) => [name, email];
keepSearchWords<StoredChat>(chatSchema, ['name', 'email'], chatTexts);

export const ChatModel = model('ChatConversation', chatSchema);

export interface StoredChatMessage {
  _id: Types.ObjectId;
  conversationId: Types.ObjectId;
  seq: number;
  clientId: string;
  from: ChatSide;
  staffId: Types.ObjectId | null;
  name: string;
  text: string;
  /** When the other side read it. */
  readAt: Date | null;
  mailedAt: Date | null;
  /** Visitor messages: when and by which job it was mailed to support. */
  told?: { at: Date; jobId: string } | null;
  searchWords: string[];
  createdAt: Date;
}

const messageSchema = new Schema<StoredChatMessage>(
  {
    conversationId: { type: Schema.Types.ObjectId, required: true },
    seq: { type: Number, required: true },
    clientId: { type: String, required: true },
    from: { type: String, enum: CHAT_SIDES, required: true },
    staffId: { type: Schema.Types.ObjectId, default: null },
    name: { type: String, default: '' },
    text: { type: String, required: true },
    readAt: { type: Date, default: null },
    mailedAt: { type: Date, default: null },
    told: { type: { _id: false, at: Date, jobId: String }, default: null },
    searchWords: searchWordsField,
    createdAt: { type: Date, required: true, expires: keptSeconds },
  },
  { collection: 'chat_messages' },
);
messageSchema.index({ conversationId: 1, seq: 1 }, { unique: true });
messageSchema.index({ conversationId: 1, from: 1, clientId: 1 }, { unique: true });
messageSchema.index({ from: 1, readAt: 1, conversationId: 1 });
messageSchema.index({ staffId: 1 });
messageSchema.index(
  { from: 1, readAt: 1, createdAt: 1 },
  { partialFilterExpression: { from: 'visitor', told: null }, name: 'untold' },
);

/** What a message is found by. */
export const messageTexts = ({ text }: Pick<StoredChatMessage, 'text'>) => [text];
keepSearchWords<StoredChatMessage>(messageSchema, ['text'], messageTexts);

export const ChatMessageModel = model('ChatMessage', messageSchema);

/** Presence: one document for each process and place, refreshed by its process. */
export interface StoredPresence {
  _id: string;
  process: string;
  /** `staff`, or a conversation id. */
  place: string;
  at: Date;
}

const presenceSchema = new Schema<StoredPresence>(
  {
    _id: { type: String, required: true },
    process: { type: String, required: true },
    place: { type: String, required: true },
    at: { type: Date, required: true, expires: 3600 },
  },
  { collection: 'chat_presence' },
);
presenceSchema.index({ place: 1, at: 1 });
presenceSchema.index({ process: 1 });

export const ChatPresenceModel = model('ChatPresence', presenceSchema);
