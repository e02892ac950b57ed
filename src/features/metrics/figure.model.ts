import { model, Schema } from 'mongoose';

/** Figures of one hour or day, added up by all processes. Private to this feature. */
export interface StoredFigures {
  /** `hour:2026-11-24T18` or `day:2026-11-24`, in UTC. */
  _id: string;
  /** How much of each figure. */
  counts: Record<string, number>;
  expiresAt: Date;
}

const figuresSchema = new Schema<StoredFigures>(
  {
    _id: { type: String, required: true },
    counts: { type: Schema.Types.Mixed },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'figures', versionKey: false },
);
figuresSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const FigureModel = model<StoredFigures>('Figures', figuresSchema);
