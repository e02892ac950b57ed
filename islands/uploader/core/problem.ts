/**
 * What to do about a failure: `network` waits for a line, `later` waits for the server, `restart` begins the upload anew,
 * `resend` goes on with the upload, `final` tells the owner.
 */
export type Remedy = 'network' | 'later' | 'restart' | 'resend' | 'final';

/** A failure with what to do about it. */
export class UploadProblem extends Error {
  readonly remedy: Remedy;
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor(remedy: Remedy, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.remedy = remedy;
    this.code = code;
    this.details = details;
  }
}

const NO_LINE = 'There’s no connection right now.';
const LATER = 'We can’t reach the server right now.';

export function fileUnreadable(): UploadProblem {
  const message = 'We couldn’t read this file. If it’s in the cloud, download it first.';
  return new UploadProblem('final', 'FILE_UNREADABLE', message);
}

/** Judges an answer of the server; status 0 means that none came. `body` is our envelope, if it is one. */
export function problemOf(status: number, body: string): UploadProblem {
  return problemOfRefusal({ status, ...readRefusal(body) });
}

interface Refusal {
  /** Empty, or `INTERNAL`, where the answer was not ours. */
  code: string;
  message: string;
  details: Record<string, unknown>;
}

/** The same for a refusal that was read already. */
export function problemOfRefusal(refusal: Refusal & { status: number }): UploadProblem {
  const { status, details } = refusal;
  if (status === 0) return new UploadProblem('network', 'NO_CONNECTION', NO_LINE);
  const { code, message } = refusal.code === 'INTERNAL' ? { code: '', message: '' } : refusal;
  if (code === 'UPLOAD_INCOMPLETE') return new UploadProblem('resend', code, message, details);
  if (code === 'EXPIRED' || status === 404 || status === 410) {
    return new UploadProblem('restart', code || 'EXPIRED', message || 'The upload got lost on the way.', details);
  }
  if (status === 423 || status === 429 || status === 408 || status >= 500 || (status === 409 && !isOurs(code))) {
    return new UploadProblem('later', code || `HTTP_${status}`, LATER, details);
  }
  return new UploadProblem('final', code || `HTTP_${status}`, message || 'We couldn’t send this.', details);
}

/** A conflict that tus speaks of means "ask for the offset"; one of ours is an answer, unless the first try still runs. */
function isOurs(code: string): boolean {
  return code !== '' && code !== 'WRONG_STATE' && code !== 'IN_PROGRESS';
}

function readRefusal(body: string): Refusal {
  const nothing = { code: '', message: '', details: {} };
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || !('error' in parsed)) return nothing;
    const { code, message, details } = parsed.error as Record<string, unknown>;
    return {
      code: typeof code === 'string' ? code : '',
      message: typeof message === 'string' ? message : '',
      details: typeof details === 'object' && details !== null ? { ...details } : {},
    };
  } catch {
    return nothing;
  }
}
