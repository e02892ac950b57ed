/** Where tus takes uploads: `POST` to begin one; `HEAD`, `PATCH` and `DELETE` below it by id. */
export const UPLOADS_PATH = '/api/uploads';

/** Names the public library in the `event` of an upload, for staff. */
export const LIBRARY_UPLOADS = 'library';
