import { model, Schema, type Types } from 'mongoose';
import { AUDIENCES, type Audience, SWITCH_NAMES, type SwitchName } from '../../shared/switches.ts';

/** A switch that somebody has changed; the others are on. Private to this feature. */
export interface StoredSwitch {
  _id: SwitchName;
  audience: Audience;
  /** Percent of accounts. */
  share: number;
  accountIds: Types.ObjectId[];
  changedBy: Types.ObjectId;
  changedAt: Date;
  why: string;
}

const switchSchema = new Schema<StoredSwitch>(
  {
    _id: { type: String, enum: SWITCH_NAMES, required: true },
    audience: { type: String, enum: AUDIENCES, required: true },
    share: { type: Number, required: true },
    accountIds: { type: [Schema.Types.ObjectId], default: [] },
    changedBy: { type: Schema.Types.ObjectId, required: true },
    changedAt: { type: Date, required: true },
    why: { type: String, required: true },
  },
  { collection: 'switches', versionKey: false },
);

export const SwitchModel = model<StoredSwitch>('Switch', switchSchema);
