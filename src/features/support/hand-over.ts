import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { DeskConversation } from '../../shared/contracts/chat-desk.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { requireAudit } from '../audit/audit.service.ts';
import { ChatModel, type StoredChat } from './chat.model.ts';
import { tellDesk } from './chat-messages.ts';
import { noSuchChat } from './chat-owner.ts';
import { colleaguesOf } from './colleagues.service.ts';

/**
 * Gives a conversation to another member of staff, once that is in the audit log, and tells them at once.
 * FIELDS_REFUSED for somebody who is not on the staff.
 */
export async function handOver(
  before: StoredChat,
  staff: ViewerUser,
  { to, note }: { to: string; note: string },
  ip: string,
): Promise<DeskConversation> {
  const colleague = (await colleaguesOf(staff.id)).find(({ id }) => id === to);
  if (!colleague) {
    const words = 'Please choose somebody of the staff.';
    throw new AppError('FIELDS_REFUSED', { message: words, fields: { to: words } });
  }
  const from = staff.firstName || 'VidDay';
  await requireAudit({
    actorId: staff.id,
    subjectId: to,
    action: 'chat.handed-over',
    ip,
    details: { chat: String(before._id), before: before.assignedName || 'nobody', after: colleague.name, note },
  });
  const chat = await ChatModel.findByIdAndUpdate(
    before._id,
    {
      $set: {
        assignedTo: new Types.ObjectId(to),
        assignedName: colleague.name,
        handedOver: { by: new Types.ObjectId(staff.id), byName: from, note, at: new Date() },
      },
    },
    { returnDocument: 'after' },
  ).lean<StoredChat>();
  if (!chat) throw noSuchChat();
  platform().sockets.emitToUser(to, 'chat:handed', { conversationId: String(chat._id), from, note });
  return tellDesk(chat);
}
