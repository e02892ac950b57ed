import * as z from 'zod';
import { contract } from '../contract.ts';
import { CLIP } from '../limits.ts';
import { photoEdit } from '../photo-edit.ts';
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

export const savePinturaEdit = contract({
  method: 'POST',
  path: '/api/v2/media/:id/pintura-edit',
  summary:
    'Keep what the photo editor did: crop, colours, words, drawings, stickers. It comes back unchanged as `annotation`.',
  access: 'clip.edit',
  params,
  body: z.object({ edit: photoEdit.nullable() }),
  response: media,
  limit: 'write',
});

export const renderPinturaEdit = contract({
  method: 'POST',
  path: '/api/v2/media/:id/pintura-render',
  summary: 'Show a photo as its `annotation` describes it; without one, as it came. The original is kept.',
  access: 'clip.edit',
  params,
  response: media,
  status: 202,
  limit: 'write',
});

export const openPhoto = contract({
  method: 'POST',
  path: '/api/v2/media/:id/picture',
  summary: 'A photo for its editor: upright and cropped as its `annotation` says, without colours and layers.',
  access: 'clip.edit',
  params,
  response: z.object({ url: z.string(), width: z.number(), height: z.number() }),
  limit: 'write',
  repeatable: true,
});

export const upscaleMedia = contract({
  method: 'POST',
  path: '/api/v2/media/:id/upscale',
  summary:
    'Make a small photo or a short clip twice as large and sharper. Its `upscale` is in `review` when it is done.',
  access: 'clip.edit',
  params,
  response: media,
  status: 202,
  limit: 'write',
});

export const reviewUpscale = contract({
  method: 'POST',
  path: '/api/v2/media/:id/upscale-reviewed',
  summary: 'Use the enlarged version of a clip, or keep it as it came. The original is kept.',
  access: 'clip.edit',
  params,
  body: z.object({ approved: z.boolean() }),
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

export const transcribeMedia = contract({
  method: 'POST',
  path: '/api/v2/media/:id/transcribe',
  summary:
    'Write down what is said in a clip as its captions. The answer comes at once; `transcription` tells how it goes, and captions that somebody writes meanwhile stay.',
  access: 'clip.edit',
  params,
  response: media,
  status: 202,
  limit: 'write',
});

export const findSilence = contract({
  method: 'POST',
  path: '/api/v2/media/:id/find-silence',
  summary:
    'Look for dead time at the ends of a clip that was prepared before it was measured; `tighten` has the result.',
  access: 'clip.edit',
  params,
  response: media,
  status: 202,
  limit: 'write',
});
