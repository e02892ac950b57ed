import * as z from 'zod';
import { contract } from '../contract.ts';
import { UPLOADS_PATH } from '../upload-path.ts';

const uploadState = z.object({
  id: z.string(),
  offset: z.number(),
  length: z.number(),
  status: z.enum(['incomplete', 'complete', 'used', 'expired']),
  mediaId: z.string().nullable(),
});

export const getUpload = contract({
  method: 'GET',
  path: `${UPLOADS_PATH}/:id`,
  summary: 'The status of an upload, and the clip it became.',
  access: 'anyone',
  params: z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'This is not an upload.') }),
  response: uploadState,
});
