import {
  type InferSchemaType,
  model,
  type QueryFilter,
  Schema,
  type Types,
  type UpdateQuery,
  type UpdateWithAggregationPipeline,
} from 'mongoose';
import { MEDIA_CHECKS, MEDIA_KINDS } from '../../shared/contracts/media.ts';
import { MEDIA_STATUS } from '../../shared/transitions.ts';
import { UNKNOWN_WORK } from './prepare/encoding-work.ts';
import type { StreamMap } from './prepare/hybrid-video.ts';

const BYTES = { offset: { type: Number, required: true }, bytes: { type: Number, required: true } };
const streamSchema = new Schema(
  {
    header: { type: new Schema(BYTES, { _id: false }), required: true },
    parts: { type: [new Schema({ ...BYTES, frames: { type: Number, required: true } }, { _id: false })], default: [] },
  },
  { _id: false },
);

const mediaSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, enum: MEDIA_KINDS, required: true },
    status: { type: String, enum: MEDIA_STATUS, required: true, default: 'processing' },
    progress: { type: Number, default: null },
    error: { type: new Schema({ code: String, message: String }, { _id: false }), default: null },
    checks: { type: [{ type: String, enum: MEDIA_CHECKS }], default: [] },
    contributor: {
      /** Whose clip it is: `browser:HASH`, `user:ID` or `maker`. Older clips have the address or name that was typed. */
      key: { type: String, required: true },
      name: { type: String, required: true },
      email: { type: String, default: null },
      /** Others in the clip, named by its sender. */
      with: { type: [String], default: [] },
    },
    receiptKey: { type: String, required: true, unique: true },
    /** The account whose contribution this is; null where nobody has claimed it. */
    claimedBy: { type: Schema.Types.ObjectId, default: null },
    caption: { type: String, default: null },
    text: { type: String, default: null },
    /** Of the file as it came, or of a text card's words. */
    sha256: { type: String, default: null },
    uploadId: { type: String, default: null },
    originalKey: { type: String, default: null },
    originalBytes: { type: Number, default: 0 },
    originalName: { type: String, default: null },
    /** Only a `clean` one is handed out: without position, device and names. `withheld`: it can't be cleaned. */
    originalState: { type: String, enum: ['raw', 'clean', 'withheld'], default: 'raw' },
    /** What preparing it takes, see `EncodingWork`; null for clips of an earlier version. */
    work: {
      type: new Schema(
        {
          seconds: { type: Number, required: true },
          cost: { type: Number, required: true },
          look: { type: Number, default: UNKNOWN_WORK.look },
          isHeavy: { type: Boolean, default: UNKNOWN_WORK.isHeavy },
        },
        { _id: false },
      ),
      default: null,
    },
    edit: { type: Schema.Types.Mixed, default: {} },
    /** Grows with each write; see the hook below. */
    revision: { type: Number, default: 0 },
    /** Counts what was asked of the preparation; a run for an older number writes nothing. */
    generation: { type: Number, default: 1 },
    /** What the last preparation made; it stays playable while a new one runs. */
    prepared: {
      type: new Schema(
        {
          segmentKey: { type: String, required: true },
          /** Folder in the file store. */
          folder: { type: String, required: true },
          frames: { type: Number, required: true },
          /** Where HLS finds it in its 720p file; null for a segment of an earlier version. */
          stream: { type: streamSchema, default: null },
          integratedLoudness: { type: Number, default: null },
        },
        { _id: false },
      ),
      default: null,
    },
    /** What can be shown before the clip is encoded: a picture, then a small copy to play, of a long clip its beginning. */
    firstLook: {
      type: new Schema({ folder: { type: String, required: true }, hasPreview: Boolean }, { _id: false }),
      default: null,
    },
    length: { type: Number, default: 0 },
    width: { type: Number, default: 0 },
    height: { type: Number, default: 0 },
    hidden: { type: Boolean, default: false },
    /** It came after the film was published: `waiting` outside it until the organiser has answered. Null: in time. */
    late: { type: String, enum: ['waiting', 'answered', null], default: null },
    /** It arrived when the event had closed, so it stays late whatever becomes of publishing. */
    cameAfterClosing: { type: Boolean, default: false },
    isThankYou: { type: Boolean, default: false },
    /** Added by who makes the film, who needs no mail about it. */
    isOrganisers: { type: Boolean, default: false },
    /** When the organiser was mailed that it is there, by which job; null until then. */
    told: {
      type: new Schema({ at: { type: Date, required: true }, jobId: { type: String, required: true } }, { _id: false }),
      default: null,
    },
    deletedAt: { type: Date, default: null },
    /** `owner`: the contributor withdrew it, which is final for everybody else. `creator`: the organiser left it out. */
    deletedBy: { type: String, enum: ['owner', 'creator', null], default: null },
    /** The organiser had left it out before the contributor withdrew it, so undoing must not put it back into the film. */
    wasLeftOut: { type: Boolean, default: false },
    /** When the content of a withdrawn clip was deleted; what is left only says that it was withdrawn. */
    purgedAt: { type: Date, default: null },
  },
  { timestamps: true, minimize: false },
);
// News of a clip comes from several processes and in any order: the revision says which is newest.
mediaSchema.pre(['findOneAndUpdate', 'updateOne', 'updateMany'], function () {
  this.setUpdate({ ...this.getUpdate(), $inc: { ...incrementsOf(this.getUpdate()), revision: 1 } });
});
mediaSchema.index({ eventId: 1, deletedAt: 1, createdAt: 1 });
// `$gt: ''` are all strings but the empty one; by `$type` no index would serve a search for one of them.
mediaSchema.index({ uploadId: 1 }, { unique: true, partialFilterExpression: { uploadId: { $gt: '' } } });
// The same file is in an event once, whoever sent it and however often.
mediaSchema.index(
  { eventId: 1, sha256: 1 },
  { unique: true, partialFilterExpression: { sha256: { $gt: '' }, deletedAt: null } },
);
mediaSchema.index({ deletedAt: 1 });
// Clips that wait for their preparation, are withdrawn and not purged, or have an original that was not cleaned: each few. The
// fields of the filter lead, so that planners prefer these to an index on one of them.
mediaSchema.index(
  { status: 1, deletedAt: 1, updatedAt: 1 },
  { partialFilterExpression: { status: 'processing', deletedAt: null }, name: 'waiting' },
);
mediaSchema.index(
  { deletedBy: 1, purgedAt: 1, deletedAt: 1 },
  { partialFilterExpression: { deletedBy: 'owner' }, name: 'withdrawn' },
);
mediaSchema.index(
  { originalState: 1, createdAt: 1 },
  { partialFilterExpression: { originalState: 'raw', originalKey: { $type: 'string' } }, name: 'uncleaned' },
);
mediaSchema.index({ claimedBy: 1, _id: -1 });
mediaSchema.index({ 'contributor.email': 1 });
mediaSchema.index({ 'contributor.key': 1 });
mediaSchema.index({ originalKey: 1 });
mediaSchema.index({ 'prepared.folder': 1 });

/** Throws for an update by pipeline, which would need another way to count. */
function incrementsOf(update: UpdateQuery<unknown> | UpdateWithAggregationPipeline | null): Record<string, number> {
  if (Array.isArray(update)) throw new Error('Clips are not updated by a pipeline');
  return update?.$inc ?? {};
}

export type MediaFields = InferSchemaType<typeof mediaSchema>;
export type StoredMedia = Omit<MediaFields, 'prepared'> & {
  _id: Types.ObjectId;
  prepared?: (Omit<NonNullable<MediaFields['prepared']>, 'stream'> & { stream?: StreamMap | null }) | null;
};

export const MediaModel = model('Media', mediaSchema, 'media');

export type MediaFilter = QueryFilter<MediaFields>;

/** A cursor over matching clips, oldest first. */
export function storedClips(filter: MediaFilter): AsyncIterable<StoredMedia> {
  return MediaModel.find(filter).sort({ _id: 1 }).lean().cursor() as AsyncIterable<StoredMedia>;
}

/** Whether its contributor took a clip back: nobody else may see, download or restore it. */
export function isWithdrawn({ deletedAt, deletedBy }: Pick<StoredMedia, 'deletedAt' | 'deletedBy'>): boolean {
  return deletedAt != null && deletedBy === 'owner';
}

const contributorSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    key: { type: String, required: true },
    name: { type: String, required: true },
    /** What this person's clips are made of, reserved before they are stored. */
    items: { type: [String], default: [] },
    /** Keys of the mails that took this person's link to an address. */
    receiptMails: { type: [String], default: [] },
  },
  { timestamps: true },
);
contributorSchema.index({ eventId: 1, key: 1 }, { unique: true });
contributorSchema.index({ key: 1 });

export const ContributorModel = model('Contributor', contributorSchema);

const takenPlacesSchema = new Schema(
  {
    /** The event's id. */
    _id: { type: String, required: true },
    /** What the event's clips are made of, and who sent them: both count towards limits. */
    items: { type: [String], default: [] },
    contributors: { type: [String], default: [] },
  },
  { collection: 'taken_places' },
);

export const TakenPlacesModel = model('TakenPlaces', takenPlacesSchema);
