/** Where tus takes uploads: `POST` to begin one; `HEAD`, `PATCH` and `DELETE` below it by id. */
export const UPLOADS_PATH = '/api/uploads';
