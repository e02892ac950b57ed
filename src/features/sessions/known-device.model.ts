import { model, Schema, type Types } from 'mongoose';

/** A browser in which a user has signed in before; private to this feature. */
export interface StoredDevice {
  /** SHA-256 of the secret that the browser keeps. */
  _id: string;
  userId: Types.ObjectId;
  forgetAt: Date;
}

const deviceSchema = new Schema<StoredDevice>(
  {
    _id: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true, index: true },
    forgetAt: { type: Date, required: true, expires: 0 },
  },
  { collection: 'known_devices', versionKey: false },
);

export const DeviceModel = model<StoredDevice>('KnownDevice', deviceSchema);
