import { type InferSchemaType, model, Schema } from 'mongoose';
import { REMINDER_DAYS } from '../../shared/reminder-days.ts';

const reminderSchema = new Schema(
  {
    /** Id of the event. */
    _id: { type: Schema.Types.ObjectId, required: true },
    isOn: { type: Boolean, default: true },
    /** Days before the deadline. */
    days: { type: [Number], default: [...REMINDER_DAYS] },
  },
  { collection: 'guest_reminders' },
);

export type StoredReminders = InferSchemaType<typeof reminderSchema>;

/** Which reminders an event's guests get; without a document, all. */
export const ReminderModel = model('GuestReminders', reminderSchema);
