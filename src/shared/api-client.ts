import type { ContractBeside, ContractData, ContractInput, ContractShape } from './contract.ts';
import type { Envelope } from './envelope.ts';
import type { ErrorCode } from './error-codes.ts';
import { IDEMPOTENCY_HEADER, newUuid } from './idempotency.ts';

/** A refused call, or one that got no answer (`code` is `UNREACHABLE` or `TIMED_OUT`, `status` 0). */
export class ApiError extends Error {
  declare readonly code: ErrorCode | 'UNREACHABLE' | 'TIMED_OUT';
  /** Messages by field path. */
  declare readonly fields: Record<string, string>;
  declare readonly details: Record<string, unknown>;
  declare readonly status: number;
  /** Request id in the server's log; empty without an answer. */
  declare readonly requestId: string;

  constructor({ message, cause, ...facts }: Facts) {
    super(message, { cause });
    Object.assign(this, { name: 'ApiError', fields: {}, details: {}, requestId: '' }, facts);
  }
}

interface Facts {
  code: ApiError['code'];
  message: string;
  status: number;
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
  requestId?: string;
  cause?: unknown;
}

export interface ApiClientOptions {
  /** Scheme, host and port. Default: the page's origin. */
  origin?: string;
  fetch?: typeof fetch;
  headers?: Record<string, string>;
  /** Milliseconds before the first retry, doubled each time. Default: 500. */
  retryDelay?: number;
}

type EmptyObject = Record<never, never>;
type Given<T> = { [K in keyof T as EmptyObject extends T[K] ? never : undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as T[K] extends undefined
    ? never
    : EmptyObject extends T[K]
      ? K
      : undefined extends T[K]
        ? K
        : never]?: T[K];
};
/** The params, query and body of the contract. */
export type CallInput<C extends ContractShape> = Given<ContractInput<C>> & CallOptions;

interface CallOptions {
  signal?: AbortSignal;
  /** A UUID, for a POST that may be sent again later, such as after a restart. Default: a new one for each call. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Milliseconds for a call including retries. Default: 45000. */
  timeout?: number;
  /** Retries of temporary failures. Default: 2. */
  retries?: number;
  /** Continues when the page is left. */
  keepalive?: boolean;
}

type Arguments<C extends ContractShape> =
  Record<string, never> extends Given<ContractInput<C>> ? [input?: CallInput<C>] : [input: CallInput<C>];

/** `data` and the fields next to it. */
export type Answered<C extends ContractShape> = { data: ContractData<C> } & (ContractBeside<C> extends undefined
  ? unknown
  : ContractBeside<C>);

export interface ApiClient {
  /** Makes a call and returns its `data`. Throws `ApiError`, or the signal's reason when it is aborted. */
  call<C extends ContractShape>(contract: C, ...input: Arguments<C>): Promise<ContractData<C>>;
  /** The same with the fields next to `data`, such as `meta` or `isImpersonated`. */
  callBeside<C extends ContractShape>(contract: C, ...input: Arguments<C>): Promise<Answered<C>>;
}

const TIMEOUT = 45_000;
const RETRIES = 2;
const LONGEST_PAUSE = 10_000;
/** Statuses that are worth a retry. */
const PASSING = new Set([429, 502, 503, 504]);

/** API client for islands, scripts and tests: typed by the contracts, without dependencies. */
export function createApiClient(options: ApiClientOptions = {}): ApiClient {
  async function send(contract: ContractShape, input: RawInput = {}): Promise<{ data: unknown }> {
    const { timeout = TIMEOUT, retries = RETRIES } = input;
    const limits = limitTime(timeout, input.signal);
    const headers: Record<string, string> = { accept: 'application/json', ...options.headers, ...input.headers };
    // Same key for all retries, so that the server acts once.
    if (contract.method === 'POST') headers[IDEMPOTENCY_HEADER] = input.idempotencyKey ?? newUuid();
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          return await once(contract, input, { headers, signal: limits.signal }, options);
        } catch (error) {
          if (limits.signal.aborted) throw limits.signal.reason;
          const pause = pauseBefore(error, attempt, options.retryDelay ?? 500);
          if (pause === null || attempt >= retries) throw error;
          await wait(pause, limits.signal);
        }
      }
    } finally {
      limits.end();
    }
  }
  return {
    async call(contract, ...[input]) {
      const answer = await send(contract, input);
      return answer.data as ContractData<typeof contract>;
    },
    async callBeside(contract, ...[input]) {
      return (await send(contract, input)) as Answered<typeof contract>;
    },
  };
}

interface RawInput extends CallOptions {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

async function once(
  contract: ContractShape,
  input: RawInput,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
  options: ApiClientOptions,
): Promise<{ data: unknown }> {
  const { keepalive = false } = input;
  const init: RequestInit = { method: contract.method, headers, credentials: 'include', signal, keepalive };
  if (input.body instanceof Blob) {
    // The blob's type becomes the content type.
    init.body = input.body;
  } else if (input.body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(input.body);
  }
  const { fetch: request = fetch, origin = '' } = options;
  let response: Response;
  try {
    response = await request(origin + addressOf(contract.path, input), init);
  } catch (error) {
    throw unreachable(error);
  }
  return readAnswer(response);
}

function unreachable(cause: unknown): ApiError {
  const message = 'We can’t reach the server. Are you online?';
  return new ApiError({ code: 'UNREACHABLE', message, status: 0, cause });
}

async function readAnswer(response: Response): Promise<{ data: unknown }> {
  const answer = (await response.json().catch((error: unknown) => {
    // Anything else than a page of a proxy: the connection broke in the middle.
    if (!(error instanceof SyntaxError)) throw unreachable(error);
    return null;
  })) as Envelope<unknown> | null;
  if (response.ok && answer?.success) {
    const { success: _success, ...rest } = answer;
    return rest;
  }
  const error = answer && !answer.success ? answer.error : undefined;
  throw new ApiError({
    code: response.status >= 500 ? 'PROVIDER_DOWN' : 'INTERNAL',
    message: 'Something went wrong on our side. Please try again in a moment.',
    requestId: response.headers.get('x-request-id') ?? '',
    ...error,
    status: response.status,
    fields: error?.fields ?? {},
    details: { ...retryAfterOf(response), ...error?.details },
  });
}

/** The call's URL with encoded params and query; undefined and null query values are left out. */
function addressOf(path: string, input: { params?: unknown; query?: unknown }): string {
  const params = new Map(Object.entries(input.params ?? {}));
  const filled = path.replace(/:([A-Za-z]+)/g, (_whole, name: string) => encodeURIComponent(String(params.get(name))));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.append(name, String(value));
  }
  // `URLSearchParams.size` is missing on phones from before 2023.
  return [filled, String(query)].filter(Boolean).join('?');
}

/** Milliseconds before the next retry; null when a retry would not help. */
function pauseBefore(error: unknown, attempt: number, first: number): number | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status !== 0 && !PASSING.has(error.status) && error.code !== 'IN_PROGRESS') return null;
  // Jitter, so that clients that failed together don't retry together.
  const backoff = first * 2 ** attempt * (0.75 + Math.random() / 2);
  const asked = Number(error.details.retryAfter ?? 0) * 1000;
  // Report a long wait instead of leaving the button without effect.
  if (asked > LONGEST_PAUSE) return null;
  return Math.max(backoff, asked);
}

function retryAfterOf(response: Response): { retryAfter?: number } {
  const header = response.headers.get('retry-after');
  if (!header) return {};
  const seconds = Number(header) || Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? { retryAfter: Math.max(0, seconds) } : {};
}

/** Aborts with the caller's reason or with TIMED_OUT. `AbortSignal.any` is missing in phones from 2023. */
function limitTime(timeout: number, outer: AbortSignal | undefined): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const pass = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => {
    const message = 'This took too long. Please try again.';
    controller.abort(new ApiError({ code: 'TIMED_OUT', message, status: 0 }));
  }, timeout);
  if (outer?.aborted) pass();
  else outer?.addEventListener('abort', pass, { once: true });
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', pass);
    },
  };
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
