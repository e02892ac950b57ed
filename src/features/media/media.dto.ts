import { type FileScope, signedFileUrl } from '../../platform/storage/signed-files.ts';
import type { Media } from '../../shared/contracts/media.ts';
import { mediaEdit } from '../../shared/media-edit.ts';
import { captionsOf } from './clip-captions.ts';
import { contributorId } from './contributor-identity.service.ts';
import { tightenOf } from './dead-time.ts';
import { isTakenOut, lookHasPoster, type StoredMedia } from './media.model.ts';
import { photoAnnotation } from './photo-annotation.ts';
import { revisionOf } from './segments.ts';
import { uneditedOf, uneditedRevision } from './unedited.ts';
import { fits, isSmall } from './upscale-room.ts';

/** `creator` sees everything; `owner` holds this clip's receipt; `viewer` sees it with the film. */
export type MediaAudience = 'creator' | 'owner' | 'viewer';

const SCOPES: Record<MediaAudience | 'staff', FileScope> = {
  creator: 'own',
  owner: 'sent',
  viewer: 'seen',
  staff: 'desk',
};

/** A clip as an audience may see it; of one that staff took out, only that. */
export function toMediaDto(media: StoredMedia, audience: MediaAudience, position = 0): Media {
  const dto = shownMedia(media, audience, position);
  return isTakenOut(media) ? withoutContent(dto, audience) : dto;
}

/** A clip as staff see it at the desk, also one that they took out. */
export function toDeskDto(media: StoredMedia): Media {
  return shownMedia(media, 'staff', 0);
}

function withoutContent(dto: Media, audience: MediaAudience): Media {
  return {
    ...dto,
    caption: null,
    text: null,
    captions: [],
    posterUrl: null,
    previewUrl: null,
    ...(audience !== 'viewer' && { isTakenOut: true as const }),
    ...(audience === 'creator' && { downloadUrl: null, source: null, annotation: null, hidden: true }),
    ...(dto.upscale && { upscale: { ...dto.upscale, beforeUrl: null, afterUrl: null, isOffered: false } }),
  };
}

function shownMedia(media: StoredMedia, audience: keyof typeof SCOPES, position: number): Media {
  const scope = SCOPES[audience];
  const url = (variant: string, revision = revisionOf(media)) =>
    signedFileUrl({ kind: 'media', id: String(media._id), variant, scope }, revision);
  const isWhole = audience === 'creator' || audience === 'staff';
  const isPicture = media.kind === 'photo' || media.kind === 'video';
  return {
    id: String(media._id),
    revision: media.revision ?? 0,
    eventId: String(media.eventId),
    kind: media.kind,
    status: media.status,
    progress: media.progress ?? null,
    error: media.error ? { code: media.error.code ?? 'INTERNAL', message: media.error.message ?? '' } : null,
    checks: [...media.checks],
    contributor: {
      name: media.contributor?.name ?? '',
      ...(media.contributor?.with?.length && { with: [...media.contributor.with] }),
      ...(isWhole && { email: media.contributor?.email ?? null, ...senderOf(media) }),
    },
    caption: media.caption ?? null,
    text: media.text ?? null,
    captions: captionsOf(media),
    position,
    length: media.length,
    width: media.width,
    height: media.height,
    posterUrl: media.prepared || lookHasPoster(media) ? posterUrlOf(media, scope) : null,
    previewUrl: media.prepared || media.firstLook?.hasPreview ? url('preview') : null,
    ...(isWhole && { downloadUrl: media.originalState === 'clean' ? url('original') : null }),
    // Senders don't learn that their clip was left out.
    hidden: isWhole && media.hidden,
    ...(isWhole && { isWaiting: media.late === 'waiting' }),
    edit: mediaEdit.parse(media.edit ?? {}),
    ...(isWhole && {
      source: sourceOf(media, url),
      history: historyOf(media),
      ...(isPicture && { upscale: upscaleOf(media, url) }),
      annotation: photoAnnotation(media.annotation),
      isPainted: Boolean(media.painting) && media.painting === media.annotation,
      transcription: transcriptionOf(media),
      ...tightenFieldOf(media),
    }),
    attribution: attributionOf(media),
    isThankYou: media.isThankYou,
    deletedAt: media.deletedAt?.toISOString() ?? null,
    createdAt: media.createdAt.toISOString(),
  };
}

/** URL of a clip's poster, if any. */
export function posterUrlOf(
  media: Parameters<typeof revisionOf>[0] & Pick<StoredMedia, '_id'> & Partial<Pick<StoredMedia, 'chosenPoster'>>,
  scope: FileScope,
): string {
  const revision = media.chosenPoster?.folder.slice(-8) ?? revisionOf(media);
  return signedFileUrl({ kind: 'media', id: String(media._id), variant: 'poster', scope }, revision);
}

/** The whole clip without its edit. */
function sourceOf(media: StoredMedia, url: (variant: string, revision: string) => string): Media['source'] {
  const unedited = uneditedOf(media);
  if (!unedited || media.kind === 'text') return null;
  const revision = uneditedRevision(unedited);
  return { url: url('source', revision), posterUrl: url('source-poster', revision), length: unedited.length };
}

function upscaleOf(media: StoredMedia, url: (variant: string, revision: string) => string): Media['upscale'] {
  const { status = 'none', folder = '', sha256, method = null, width = 0, height = 0 } = media.upscale ?? {};
  const address = (variant: string) => (sha256 ? url(variant, folder.slice(-8)) : null);
  const isOpen = status === 'none' || status === 'failed' || status === 'rejected';
  const isOffered = isOpen && media.status === 'ready' && isSmall(media) && fits(media);
  return { status, beforeUrl: address('before'), afterUrl: address('after'), method, width, height, isOffered };
}

function attributionOf({ attribution }: StoredMedia): Media['attribution'] {
  return attribution ? { author: attribution.author, url: attribution.url, source: attribution.source } : null;
}

function transcriptionOf({ transcription }: StoredMedia): Media['transcription'] {
  return transcription ? { status: transcription.status, message: transcription.message ?? '' } : null;
}

function tightenFieldOf(media: StoredMedia): Pick<Media, 'tighten'> {
  const tighten = tightenOf(media);
  return tighten === undefined ? {} : { tighten };
}

function historyOf({ history }: StoredMedia): Media['history'] {
  return (history ?? []).map(({ at, by, what }) => ({ at: at.toISOString(), by: by ?? '', what: what.join(', ') }));
}

function senderOf({ eventId, contributor, isOrganisers, isThankYou }: StoredMedia): { id?: string } {
  if (isOrganisers || isThankYou || !contributor?.key) return {};
  return { id: contributorId(String(eventId), contributor.key) };
}
