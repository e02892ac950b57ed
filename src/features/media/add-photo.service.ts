import type { Media } from '../../shared/contracts/media.ts';
import { NAME_MAX } from '../../shared/limits.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { SeenEvent } from '../events/events.access.ts';
import { findEvent } from '../events/find-events.service.ts';
import { addMedia } from './add-media.ts';
import { announce } from './clip-steps.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { noSuchClip } from './own-clip.ts';
import { uploads } from './uploads/open-uploads.ts';

/** A photo from elsewhere on the web. */
export interface PhotoFromElsewhere {
  filename: string;
  filetype: string;
  /** Who made it, where their page is, and where it was found. */
  attribution: { author: string; url: string; source: string };
  /** Writes it to a file; returns its bytes. */
  save(path: string): Promise<number>;
}

/** Adds a photo in the name of an organiser. Throws like `addMedia`, and what `save` throws. */
export async function addPhoto(
  seen: SeenEvent,
  { attribution, ...photo }: PhotoFromElsewhere,
  viewer: Viewer,
  browser: string,
): Promise<Media> {
  const { event } = seen;
  const uploadId = await uploads().service.receive({ event: event.uuid, ...photo });
  const body = { event: event.uuid, uploadId, contributor: { name: nameOf(viewer, event.creatorName) } };
  const { media } = await addMedia(body, seen, viewer, browser, attribution);
  const stored = await MediaModel.findById(media.id).lean<StoredMedia>();
  if (!stored) throw noSuchClip();
  return announce(stored, (await findEvent(event.id)) ?? event);
}

function nameOf({ user }: Viewer, creatorName: string | null): string {
  const own = user ? `${user.firstName} ${user.lastName}`.trim() : '';
  return (own || creatorName || 'The organiser').slice(0, NAME_MAX);
}
