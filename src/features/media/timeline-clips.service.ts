import { bylineOf } from '../../shared/byline.ts';
import type { Cue } from '../../shared/captions.ts';
import type { MediaKind } from '../../shared/contracts/media.ts';
import type { MediaStatus } from '../../shared/transitions.ts';
import { filmCaptionsOf } from './clip-captions.ts';
import { peopleOf, personOf } from './contributor-identity.service.ts';
import { isTakenOut, isWithdrawn, type StoredMedia } from './media.model.ts';
import { clipsOf, clipsOnTimeline } from './media.queries.ts';
import type { StreamMap } from './prepare/hybrid-video.ts';
import { revisionOf, segmentFile } from './segments.ts';

const WIDE = 16 / 9;

/** A clip of the timeline, with all that a film needs. */
export interface TimelineClip {
  id: string;
  kind: MediaKind;
  status: MediaStatus;
  /** Seconds. */
  length: number;
  /** Of the original as it is seen, in pixels; 0 until it is known. */
  width: number;
  height: number;
  caption: string | null;
  text: string | null;
  /** What is said, in seconds of the prepared segment. */
  cues: Cue[];
  /** Names to show. */
  byline: string;
  /** Equal for clips of one sender with the same name. */
  sender: string;
  /** All people in the clip. */
  people: { person: string; name: string }[];
  /** Somebody chose how long this photo or card is shown. */
  isTimed: boolean;
  /** Author of a photo from Unsplash, for the credits. */
  photographer: string | null;
  /** Result of the last preparation; null before the first. */
  segment: ClipSegment | null;
  /** Changes with the bytes of its files. */
  revision: string | undefined;
}

export interface ClipSegment {
  key: string;
  frames: number;
  /** Byte ranges for HLS in its 720p file; null for older segments. */
  stream: StreamMap | null;
  /** Keys in the file store of its first and last frames; null for short and older segments. */
  edges: { video: string; audio: string } | null;
  /** Width / height of its picture, which is in the middle of a filled frame of 16:9. */
  shape: number;
  /** Names are part of its picture, so that a film puts none over it. */
  hasName: boolean;
  /** Keys in the file store. */
  files: { video1080: string; video720: string; audio: string };
}

/** Clips of the film, in order: visible, not removed, not late, in any state. */
export async function timelineClips(
  eventId: string,
  order: readonly string[],
  subject?: object,
): Promise<TimelineClip[]> {
  return (await clipsOnTimeline(eventId, order, subject)).map(toTimelineClip);
}

/** A number that grows with each change of an event's clips. */
export async function clipsVersion(event: { id: string }): Promise<number> {
  const clips = await clipsOf(event.id, event);
  return clips.reduce((sum, { revision = 0 }) => sum + 1 + revision, 0);
}

/** Whether one of these clips was withdrawn or replaced by its contributor, or taken out by staff. */
export async function includesWithdrawn(event: { id: string }, ids: readonly string[]): Promise<boolean> {
  const clips = await clipsOf(event.id, event);
  return clips.some((clip) => ids.includes(String(clip._id)) && (isWithdrawn(clip) || isTakenOut(clip)));
}

function toTimelineClip(media: StoredMedia): TimelineClip {
  return {
    id: String(media._id),
    kind: media.kind,
    status: media.status,
    length: media.length,
    width: media.width,
    height: media.height,
    caption: media.caption ?? null,
    text: media.text ?? null,
    cues: filmCaptionsOf(media),
    byline: bylineOf(media.contributor),
    sender: personOf(media.contributor),
    people: peopleOf(media.contributor),
    isTimed: media.edit?.length != null,
    photographer: media.attribution?.author ?? null,
    segment: segmentOf(media),
    revision: revisionOf(media),
  };
}

/** A clip that was cropped or turned may have any shape, so its whole frame counts. */
function shapeOf({ width, height, edit }: StoredMedia): number {
  const isOwn = width > 0 && height > 0 && !edit?.crop && !edit?.rotate && edit?.fill !== 'crop';
  return isOwn ? width / height : WIDE;
}

function segmentOf(media: StoredMedia): ClipSegment | null {
  const { prepared } = media;
  if (!prepared) return null;
  const file = (name: Parameters<typeof segmentFile>[1]) => segmentFile(prepared, name);
  return {
    key: prepared.segmentKey,
    frames: prepared.frames,
    stream: prepared.stream ?? null,
    shape: shapeOf(media),
    hasName: prepared.hasName !== false,
    edges: prepared.hasEdges ? { video: file('edgesVideo'), audio: file('edgesAudio') } : null,
    files: { video1080: file('video1080'), video720: file('video720'), audio: file('audio') },
  };
}
