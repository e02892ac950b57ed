import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { FILM_SHAPES } from '../../shared/film-shapes.ts';
import { PACKAGE_IDS } from '../../shared/pricing.ts';
import { RENDER_STATUS } from '../../shared/transitions.ts';

const renderJobSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    status: { type: String, enum: RENDER_STATUS, required: true, default: 'queued' },
    progress: { type: Number, default: 0 },
    step: { type: String, default: 'Waiting for its turn' },
    error: { type: new Schema({ code: String, message: String }, { _id: false }), default: null },
    /** Null: the film itself. */
    shape: { type: String, enum: [...FILM_SHAPES, null], default: null },
    /** `staff`: made at the desk, unpaid and not published. Null: to be published. */
    kind: { type: String, enum: ['staff', null], default: null },
    /** Steps and errors with their times, the last 200, for staff. */
    log: { type: [String], default: [] },
    /** Queue job id; null until it is enqueued. */
    queueJobId: { type: String, default: null },
    /** Since when it waits for clips that are being prepared; null while it doesn't. */
    waitsSince: { type: Date, default: null },
    requestedBy: { type: Schema.Types.ObjectId, default: null },
    publishedMediaId: { type: Schema.Types.ObjectId, default: null },
    finishedAt: { type: Date, default: null },
  },
  { timestamps: true },
);
renderJobSchema.index({ eventId: 1, createdAt: -1 });
// One active render for each event, shape and kind.
renderJobSchema.index(
  { eventId: 1, shape: 1, kind: 1 },
  { unique: true, partialFilterExpression: { finishedAt: null }, name: 'one_alive_of_kind' },
);
// For the desk: all of one state, newest first.
renderJobSchema.index({ status: 1, _id: -1 });
renderJobSchema.index({ finishedAt: 1 }, { partialFilterExpression: { finishedAt: null }, name: 'alive' });

export type StoredRenderJob = InferSchemaType<typeof renderJobSchema> & { _id: Types.ObjectId };
export const RenderJobModel = model('RenderJob', renderJobSchema);

const sourceSchema = new Schema({ width: Number, height: Number, key: String, bytes: Number }, { _id: false });

const publishedMediaSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    /** Unique: a render that runs twice makes one film. */
    renderJobId: { type: Schema.Types.ObjectId, required: true, unique: true },
    version: { type: Number, required: true },
    /** Null: the film itself. */
    shape: { type: String, enum: [...FILM_SHAPES, null], default: null },
    /** Made at the desk and not published: its makers don't see it. */
    isDraft: { type: Boolean, default: false },
    length: { type: Number, required: true },
    title: { type: String, required: true },
    /** Changes with the timeline that the film was made of. */
    contentMark: { type: String, required: true },
    /** Its price when it was made, see `FilmBill`; null for older films. */
    bill: {
      type: new Schema(
        {
          length: { type: Number, required: true },
          amount: { type: Number, required: true },
          isFree: { type: Boolean, required: true },
          needs: { type: String, enum: [...PACKAGE_IDS, null], default: null },
        },
        { _id: false },
      ),
      default: null,
    },
    sources: { type: [sourceSchema], default: [] },
    /** Versions of the same timeline in other shapes, so that showing a film needs no further query. */
    shapes: {
      type: [
        new Schema(
          {
            filmId: { type: String, required: true },
            shape: { type: String, enum: FILM_SHAPES, required: true },
            sources: { type: [sourceSchema], default: [] },
          },
          { _id: false },
        ),
      ],
      default: [],
    },
    /** Ids of its clips; empty for older films. */
    clipIds: { type: [String], default: [] },
    posterKey: { type: String, required: true },
    captionsKey: { type: String, required: true },
    chapters: { type: [new Schema({ start: Number, title: String, mediaId: String }, { _id: false })], default: [] },
  },
  { timestamps: true },
);
publishedMediaSchema.index({ eventId: 1, version: -1 }, { unique: true });

export type StoredFilm = InferSchemaType<typeof publishedMediaSchema> & { _id: Types.ObjectId };
export const PublishedMediaModel = model('PublishedMedia', publishedMediaSchema, 'publishedmedia');
