/**
 * Every code an answer may carry in `error.code`, with its HTTP status.
 * The words for a person are chosen where the error is thrown; a code never changes its meaning.
 */
export const ERROR_STATUS = {
  MALFORMED: 400,
  NOT_SIGNED_IN: 401,
  WRONG_CREDENTIALS: 401,
  SECOND_FACTOR_NEEDED: 401,
  SECOND_FACTOR_WRONG: 401,
  NOT_ALLOWED: 403,
  FOREIGN_ORIGIN: 403,
  SIGN_IN_AGAIN: 403,
  STAFF_NEEDS_SECOND_STEP: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  WRONG_STATE: 409,
  DUPLICATE: 409,
  EVENT_CLOSED: 409,
  PAYMENT_REQUIRED: 409,
  UPLOAD_INCOMPLETE: 409,
  UPLOAD_USED: 409,
  LIMIT_REACHED: 409,
  EXPIRED: 410,
  TOKEN_USED: 410,
  TOKEN_EXPIRED: 410,
  TOO_LARGE: 413,
  WRONG_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  WRONG_HOST: 421,
  FIELDS_REFUSED: 422,
  UNREADABLE_MEDIA: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  PROVIDER_DOWN: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;
