import {
  type InferSchemaType,
  model,
  type QueryFilter,
  Schema,
  type Types,
  type UpdateQuery,
  type UpdateWithAggregationPipeline,
} from 'mongoose';
import { keepSearchWords, searchWordsField } from '../../platform/database/search-words.ts';
import { MEDIA_CHECKS, MEDIA_KINDS, UPSCALE_STATUS } from '../../shared/contracts/media.ts';
import { FLAG_REASONS, MODERATION_STATES } from '../../shared/moderation.ts';
import { MEDIA_STATUS } from '../../shared/transitions.ts';
import { captionFields } from './caption-fields.ts';
import { paintedHash } from './paint/painted-hash.ts';
import { UNKNOWN_WORK } from './prepare/encoding-work.ts';
import type { StreamMap } from './prepare/hybrid-video.ts';
import type { StoredFacts } from './prepare/source-facts.ts';
import { preparedFields } from './prepared-fields.ts';

const mediaSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, enum: MEDIA_KINDS, required: true },
    status: { type: String, enum: MEDIA_STATUS, required: true, default: 'processing' },
    progress: { type: Number, default: null },
    error: { type: new Schema({ code: String, message: String }, { _id: false }), default: null },
    checks: { type: [{ type: String, enum: MEDIA_CHECKS }], default: [] },
    contributor: {
      /** Contributor key: `browser:HASH`, `user:ID` or `maker`. Older clips have the typed address or name. */
      key: { type: String, required: true },
      name: { type: String, required: true },
      email: { type: String, default: null },
      /** Other people in the clip, named by its sender. */
      with: { type: [String], default: [] },
    },
    receiptKey: { type: String, required: true, unique: true },
    /** Account with this contribution; null if unclaimed. */
    claimedBy: { type: Schema.Types.ObjectId, default: null },
    caption: { type: String, default: null },
    text: { type: String, default: null },
    ...captionFields,
    /** Of the original file, or of a card's text. */
    sha256: { type: String, default: null },
    /** Of a copy's content, whose `sha256` stays null: that one is unique in an event. */
    copiedSha256: { type: String, default: null },
    /** The clip that this one is a copy of; of a copy's copy, the first. */
    copyOf: { type: Schema.Types.ObjectId, default: null },
    uploadId: { type: String, default: null },
    originalKey: { type: String, default: null },
    originalBytes: { type: Number, default: 0 },
    originalName: { type: String, default: null },
    /** Only `clean` ones can be downloaded: without position, device and names. `withheld`: it can't be cleaned. */
    originalState: { type: String, enum: ['raw', 'clean', 'withheld'], default: 'raw' },
    /** Cost of preparing it, see `EncodingWork`; null for older clips. */
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
    /** `StoredFacts` of the original until it is cleaned, so that its jobs need not read the whole file for them. */
    sourceFacts: { type: Schema.Types.Mixed, default: null },
    edit: { type: Schema.Types.Mixed, default: {} },
    ...preparedFields,
    /** A poster that the organiser chose, until the picture changes. */
    chosenPoster: {
      type: new Schema(
        { folder: { type: String, required: true }, at: { type: Number, required: true } },
        { _id: false },
      ),
      default: null,
    },
    /** Of a photo from elsewhere on the web: its author, and their page and where it was found with our referral. */
    attribution: {
      type: new Schema(
        {
          author: { type: String, required: true },
          url: { type: String, required: true },
          source: { type: String, required: true },
        },
        { _id: false },
      ),
      default: null,
    },
    /** What the photo editor did, as JSON, see `photoEdit`; and what of it is in the shown picture. */
    annotation: { type: String, default: null },
    painting: { type: String, default: null },
    /** A larger version: files in this folder; `sha256` of it once it is made. */
    upscale: {
      type: new Schema(
        {
          status: { type: String, enum: UPSCALE_STATUS, required: true },
          folder: { type: String, required: true },
          sha256: { type: String, default: null },
          method: { type: String, enum: ['network', 'resampler', null], default: null },
          width: { type: Number, default: 0 },
          height: { type: Number, default: 0 },
        },
        { _id: false },
      ),
      default: null,
    },
    /** The last changes by organisers and staff. */
    history: {
      type: [
        new Schema(
          {
            at: { type: Date, required: true },
            by: { type: String, default: '' },
            userId: { type: String, default: null },
            what: { type: [String], default: [] },
          },
          { _id: false },
        ),
      ],
      default: [],
    },
    /** Increases with each write; see the hook below. */
    revision: { type: Number, default: 0 },
    /** Increases with each request to prepare; results for older generations are dropped. */
    generation: { type: Number, default: 1 },
    /** Shown before the clip is encoded: a poster, then a small copy, of a long clip its beginning. */
    firstLook: {
      type: new Schema(
        { folder: { type: String, required: true }, hasPoster: Boolean, hasPreview: Boolean },
        { _id: false },
      ),
      default: null,
    },
    length: { type: Number, default: 0 },
    width: { type: Number, default: 0 },
    height: { type: Number, default: 0 },
    hidden: { type: Boolean, default: false },
    /** Arrived after publishing: `waiting` until the organiser's decision. Null: in time. */
    late: { type: String, enum: ['waiting', 'answered', null], default: null },
    /** Arrived after closing, so it stays late whatever the result of publishing. */
    cameAfterClosing: { type: Boolean, default: false },
    isThankYou: { type: Boolean, default: false },
    /** Added by a maker of the film, who needs no mail about it. */
    isOrganisers: { type: Boolean, default: false },
    /** When and by which job the organiser was mailed; null until then. */
    told: {
      type: new Schema({ at: { type: Date, required: true }, jobId: { type: String, required: true } }, { _id: false }),
      default: null,
    },
    deletedAt: { type: Date, default: null },
    /** `owner`: withdrawn by the contributor, final for others. `creator`: left out by the organiser. */
    deletedBy: { type: String, enum: ['owner', 'creator', null], default: null },
    /** Left out by the organiser before the withdrawal, so undoing must not put it back into the film. */
    wasLeftOut: { type: Boolean, default: false },
    /** The clip that its sender sent instead: the receipt leads there. */
    replacedBy: { type: Schema.Types.ObjectId, default: null },
    /** When the content of a withdrawn clip was deleted; only the fact remains. */
    purgedAt: { type: Date, default: null },
    /** What marked it for staff, and what they decided last, with their reason; null: nothing. */
    moderation: {
      type: new Schema(
        {
          state: { type: String, enum: MODERATION_STATES, required: true },
          reasons: { type: [{ type: String, enum: FLAG_REASONS }], default: [] },
          at: { type: Date, required: true },
          note: { type: String, default: '' },
        },
        { _id: false },
      ),
      default: null,
    },
    /** Of its people's names, for staff. */
    searchWords: searchWordsField,
  },
  { timestamps: true, minimize: false },
);
// Updates of a clip arrive from several processes in any order; the revision tells the latest.
mediaSchema.pre(['findOneAndUpdate', 'updateOne', 'updateMany'], function () {
  this.setUpdate({ ...this.getUpdate(), $inc: { ...incrementsOf(this.getUpdate()), revision: 1 } });
});
mediaSchema.index({ eventId: 1, deletedAt: 1, createdAt: 1 });
// `$gt: ''` matches all non-empty strings; with `$type` no index would serve a query for one of them.
mediaSchema.index({ uploadId: 1 }, { unique: true, partialFilterExpression: { uploadId: { $gt: '' } } });
// The same file is in an event only once, even from different senders.
mediaSchema.index(
  { eventId: 1, sha256: 1 },
  { unique: true, partialFilterExpression: { sha256: { $gt: '' }, deletedAt: null } },
);
mediaSchema.index({ deletedAt: 1 });
// Clips that wait for preparation, purging, cleaning or a sharper version; few each. The filter's fields lead, so that planners prefer
// these indexes.
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
mediaSchema.index(
  { 'upscale.status': 1, deletedAt: 1, updatedAt: 1 },
  { partialFilterExpression: { 'upscale.status': 'queued', deletedAt: null }, name: 'unenlarged' },
);
mediaSchema.index(
  { 'transcription.status': 1, deletedAt: 1, updatedAt: 1 },
  { partialFilterExpression: { 'transcription.status': { $gt: '' } }, name: 'transcribed' },
);
// For the desk: newest first, also of one reason or kind. Few clips are moderated.
const MODERATED = { partialFilterExpression: { 'moderation.state': { $gt: '' } } };
mediaSchema.index({ 'moderation.state': 1, 'moderation.at': -1, _id: -1 }, MODERATED);
mediaSchema.index({ 'moderation.state': 1, 'moderation.reasons': 1, 'moderation.at': -1, _id: -1 }, MODERATED);
mediaSchema.index({ 'moderation.state': 1, kind: 1, 'moderation.at': -1, _id: -1 }, MODERATED);
mediaSchema.index({ claimedBy: 1, _id: -1 });
mediaSchema.index({ 'contributor.email': 1 });
mediaSchema.index({ 'contributor.key': 1 });
mediaSchema.index({ originalKey: 1 });
mediaSchema.index({ copyOf: 1 });
mediaSchema.index({ 'unedited.folder': 1 }, { partialFilterExpression: { 'unedited.folder': { $gt: '' } } });
mediaSchema.index({ 'upscale.folder': 1 }, { partialFilterExpression: { 'upscale.folder': { $gt: '' } } });
mediaSchema.index({ 'history.userId': 1 }, { partialFilterExpression: { 'history.userId': { $gt: '' } } });
mediaSchema.index({ 'prepared.folder': 1 });

/** What staff find a clip by, beside its ids and addresses. */
export const searchedNames = ({ contributor }: Pick<MediaFields, 'contributor'>) => [
  contributor?.name,
  ...(contributor?.with ?? []),
];
keepSearchWords(mediaSchema, ['contributor.name', 'contributor.with'], searchedNames);

/** Throws for an update by pipeline, which would need another increment. */
function incrementsOf(update: UpdateQuery<unknown> | UpdateWithAggregationPipeline | null): Record<string, number> {
  if (Array.isArray(update)) throw new Error('Clips are not updated by a pipeline');
  return update?.$inc ?? {};
}

export type MediaFields = InferSchemaType<typeof mediaSchema>;
export type StoredMedia = Omit<MediaFields, 'prepared' | 'sourceFacts'> & {
  _id: Types.ObjectId;
  sourceFacts?: StoredFacts | null;
  prepared?: (Omit<NonNullable<MediaFields['prepared']>, 'stream'> & { stream?: StreamMap | null }) | null;
};

export const MediaModel = model('Media', mediaSchema, 'media');

export type MediaFilter = QueryFilter<MediaFields>;

/** Hash of a clip's content. */
export function contentHash({ sha256, copiedSha256 }: Pick<StoredMedia, 'sha256' | 'copiedSha256'>): string | null {
  return sha256 ?? copiedSha256 ?? null;
}

/** Hash of what a clip shows before its edit: its content, enlarged or not, or the photo as its editor left it. */
export function shownHash(
  media: Pick<StoredMedia, 'sha256' | 'copiedSha256' | 'kind' | 'painting' | 'upscale'>,
): string | null {
  const hash = (isEnlarged(media) && media.upscale?.sha256) || contentHash(media);
  return hash && media.kind === 'photo' && media.painting ? paintedHash(hash, media.painting) : hash;
}

/** Key of a clip's content in the file store, enlarged or not. */
export function shownKey(media: Pick<StoredMedia, 'originalKey' | 'upscale'>): string {
  return isEnlarged(media) && media.upscale ? `${media.upscale.folder}/large` : (media.originalKey ?? '');
}

function isEnlarged({ upscale }: Pick<StoredMedia, 'upscale'>): boolean {
  return upscale?.status === 'approved';
}

/** A cursor over matching clips, oldest first. */
export function storedClips(filter: MediaFilter): AsyncIterable<StoredMedia> {
  return MediaModel.find(filter).sort({ _id: 1 }).lean().cursor() as AsyncIterable<StoredMedia>;
}

/** Whether a first look has a picture: not each source can be sought. Older looks have one and lack the mark. */
export function lookHasPoster({ firstLook }: Pick<StoredMedia, 'firstLook'>): boolean {
  return Boolean(firstLook) && firstLook?.hasPoster !== false;
}

/** Whether staff took a clip out: nobody else may see it. */
export function isTakenOut({ moderation }: Pick<StoredMedia, 'moderation'>): boolean {
  return moderation?.state === 'hidden';
}

/** Whether its contributor withdrew a clip: no one else may see, download or restore it. */
export function isWithdrawn({ deletedAt, deletedBy }: Pick<StoredMedia, 'deletedAt' | 'deletedBy'>): boolean {
  return deletedAt != null && deletedBy === 'owner';
}
