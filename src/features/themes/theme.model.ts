import { type InferSchemaType, model, Schema } from 'mongoose';
import { TRANSITIONS } from '../../shared/contracts/themes.ts';
import { OCCASION_TYPES } from '../../shared/occasions.ts';

const sceneSchema = new Schema(
  {
    id: { type: String, required: true },
    kind: { type: String, required: true },
    cells: { type: [new Schema({ x: Number, y: Number, width: Number, height: Number }, { _id: false })], default: [] },
    background: { type: String, required: true },
    transition: { type: String, enum: TRANSITIONS, required: true },
    /** Seconds. */
    length: { type: Number },
  },
  { _id: false },
);

const themeSchema = new Schema(
  {
    /** A word for themes of the site, a random id for others. */
    _id: { type: String, required: true },
    name: { type: String, required: true },
    introUrl: { type: String, default: null },
    outroUrl: { type: String, default: null },
    fontUrl: { type: String, default: null },
    fontColor: { type: String, required: true },
    fontSize: { type: Number, required: true },
    fontLineSpacing: { type: Number, required: true },
    textBoxColor: { type: String, required: true },
    isCollage: { type: Boolean, default: false },
    isPublic: { type: Boolean, default: false },
    scenes: { type: [sceneSchema], default: [] },
    occasions: { type: [{ type: String, enum: OCCASION_TYPES }], default: [] },
    /** Null for themes of the site. */
    ownerId: { type: Schema.Types.ObjectId, default: null },
    /** Order among public themes; the lowest first. */
    position: { type: Number, default: 1000 },
    /** Hash of the version that the site brought along; null once staff have changed it, and for others. */
    seedMark: { type: String, default: null },
    deletedAt: { type: Date, default: null },
  },
  { timestamps: true },
);
themeSchema.index({ isPublic: 1, deletedAt: 1, position: 1 });
themeSchema.index({ ownerId: 1, deletedAt: 1 });

export type StoredTheme = InferSchemaType<typeof themeSchema>;
export const ThemeModel = model('Theme', themeSchema);
