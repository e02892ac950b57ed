import * as z from 'zod';
import { contract } from '../contract.ts';
import { CLIP } from '../limits.ts';
import { EDIT } from '../studio-limits.ts';
import { objectId } from './common.ts';
import { media } from './media.ts';

const params = z.object({ id: objectId });

export const duplicateMedia = contract({
  method: 'POST',
  path: '/api/v2/media/:id/duplicate',
  summary: 'Add a copy of a clip, behind it in the film. Each can be edited and removed by itself.',
  access: 'clip.edit',
  params,
  response: media,
  status: 201,
  limit: 'write',
});

export const revertMedia = contract({
  method: 'POST',
  path: '/api/v2/media/:id/revert',
  summary: 'Remove all edits of a clip. To undo this, send the earlier edit.',
  access: 'clip.edit',
  params,
  response: media,
  limit: 'write',
});

const annotation = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= EDIT.annotationMax, {
    message: `A drawing can have up to ${EDIT.annotationMax / 1024} KB.`,
  });

export const savePinturaEdit = contract({
  method: 'POST',
  path: '/api/v2/media/:id/pintura-edit',
  summary: 'Keep what a photo editor needs to go on with a picture. It comes back unchanged as `annotation`.',
  access: 'clip.edit',
  params,
  body: z.object({ edit: annotation.nullable() }),
  response: media,
  limit: 'write',
});

export const regenerateImage = contract({
  method: 'PUT',
  path: '/api/v2/media/:id/regenerate-image',
  summary: 'Take the picture at a second of the clip, as edited, for its poster. A later edit takes a new one.',
  access: 'clip.edit',
  params,
  body: z.object({ at: z.number().min(0).max(CLIP.max) }),
  response: media,
  limit: 'write',
});
