/**
 * How to handle a failure: `network` waits for a connection, `later` for the server, `restart` starts the upload again,
 * `resend` resumes it, `final` informs the user.
 */
export type Remedy = 'network' | 'later' | 'restart' | 'resend' | 'final';

/** A failure with its remedy. */
export class UploadProblem extends Error {
  readonly remedy: Remedy;
  readonly code: string;
  readonly details: Record<string, unknown>;
  /** Messages by field path. */
  readonly fields: Record<string, string>;

  constructor(
    remedy: Remedy,
    code: string,
    message: string,
    details: Record<string, unknown> = {},
    fields: Record<string, string> = {},
  ) {
    super(message);
    this.remedy = remedy;
    this.code = code;
    this.details = details;
    this.fields = fields;
  }
}

const NO_LINE = 'There’s no connection right now.';
const LATER = 'We can’t reach the server right now.';

export function fileUnreadable(): UploadProblem {
  const message = 'We couldn’t read this file. If it’s in the cloud, download it first.';
  return new UploadProblem('final', 'FILE_UNREADABLE', message);
}

/** Classifies an answer of the server; status 0: no answer. `body` may be our envelope. */
export function problemOf(status: number, body: string): UploadProblem {
  return problemOfRefusal({ status, ...readRefusal(body) });
}

interface Refusal {
  /** Empty, or `INTERNAL`, if the answer was not from our API. */
  code: string;
  message: string;
  details: Record<string, unknown>;
  fields?: Record<string, string>;
}

/** The same for a refusal that was read already. */
export function problemOfRefusal(refusal: Refusal & { status: number }): UploadProblem {
  const { status, details, fields } = refusal;
  if (status === 0) return new UploadProblem('network', 'NO_CONNECTION', NO_LINE);
  const { code, message } = refusal.code === 'INTERNAL' ? { code: '', message: '' } : refusal;
  if (code === 'UPLOAD_INCOMPLETE') return new UploadProblem('resend', code, message, details);
  if (code === 'EXPIRED' || status === 404 || status === 410) {
    return new UploadProblem('restart', code || 'EXPIRED', message || 'The upload got lost on the way.', details);
  }
  if (status === 423 || status === 429 || status === 408 || status >= 500 || (status === 409 && !isOurs(code))) {
    return new UploadProblem('later', code || `HTTP_${status}`, LATER, details);
  }
  return new UploadProblem('final', code || `HTTP_${status}`, message || 'We couldn’t send this.', details, fields);
}

/** tus's own 409 means "ask for the offset"; one with our error code is final, unless the first attempt still runs. */
function isOurs(code: string): boolean {
  return code !== '' && code !== 'WRONG_STATE' && code !== 'IN_PROGRESS';
}

function readRefusal(body: string): Refusal {
  const nothing = { code: '', message: '', details: {} };
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || !('error' in parsed)) return nothing;
    const { code, message, details }: Record<string, unknown> = Object(parsed.error);
    return {
      code: typeof code === 'string' ? code : '',
      message: typeof message === 'string' ? message : '',
      details: typeof details === 'object' && details !== null ? { ...details } : {},
    };
  } catch {
    return nothing;
  }
}
