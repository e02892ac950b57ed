import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listeningPort } from '../../platform/listening-port.ts';
import { speechSpans } from '../../platform/sound/speech-spans.ts';

/** What it says instead of words: it measures where somebody speaks, but understands nothing. */
export const SPEECH = '(speech)';

/** As the vendor limits uploads. */
const FILE_MAX = 25 * 1024 * 1024;
const PATH = '/v1/audio/transcriptions';
const FIELDS: readonly string[] = [
  ...['file', 'model', 'language', 'languages', 'keywords', 'prompt', 'response_format', 'temperature'],
  ...['include[]', 'timestamp_granularities[]', 'stream', 'chunking_strategy'],
];

/** A failure to answer with: a status, silence, or an answer that doesn't fit. */
export type TranscribeFailure = 429 | 500 | 503 | 'silence' | 'nonsense' | 'empty' | 'out of order';

export interface TranscribeSandbox {
  /** Without a trailing slash. */
  url: string;
  /** Fields of each request, without the file's content. */
  asked: Record<string, string>[];
  /** Answers the next requests with these failures, one each. */
  failWith(...failures: TranscribeFailure[]): void;
  stop(): Promise<void>;
}

/** A server on loopback that speaks OpenAI's transcriptions. @param key the accepted one; null accepts all */
export async function startTranscribeSandbox(key: string | null = null): Promise<TranscribeSandbox> {
  const asked: Record<string, string>[] = [];
  const failures: TranscribeFailure[] = [];
  const server = createServer((req, res) => {
    answer(req, res, { key, asked, failures }).catch(() => refuse(res, 500, 'The server had an error'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${listeningPort(server)}`,
    asked,
    failWith: (...next) => void failures.push(...next),
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface State {
  key: string | null;
  asked: Record<string, string>[];
  failures: TranscribeFailure[];
}

async function answer(req: IncomingMessage, res: ServerResponse, { key, asked, failures }: State): Promise<void> {
  const body = await buffer(req);
  if (req.method !== 'POST' || req.url !== PATH) return refuse(res, 404, `Invalid URL (${req.method} ${req.url})`);
  if (key !== null && req.headers.authorization !== `Bearer ${key}`) {
    return refuse(res, 401, 'Incorrect API key provided.', 'invalid_api_key');
  }
  const failure = failures.shift();
  if (failure === 'silence') return;
  if (failure === 429) res.setHeader('retry-after', '0');
  if (typeof failure === 'number') return refuse(res, failure, 'The server is overloaded.');
  if (failure === 'nonsense') return void res.end('<html>It works!</html>');
  const form = await formOf(req, body);
  const file = form?.get('file');
  if (!form || !(file instanceof Blob)) return refuse(res, 400, 'Could not parse multipart form');
  asked.push(
    Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
  );
  const unknown = [...form.keys()].find((name) => !FIELDS.includes(name));
  if (unknown) return refuse(res, 400, `Unrecognized request argument supplied: ${unknown}`);
  if (!form.get('model')) return refuse(res, 400, 'you must provide a model parameter');
  if (form.get('response_format') !== 'verbose_json') return refuse(res, 400, 'Only verbose_json has times.');
  if (file.size > FILE_MAX) return refuse(res, 413, `Maximum content size limit (${FILE_MAX}) exceeded`);
  const sound = Buffer.from(await file.arrayBuffer());
  const spans = failure === 'empty' ? [] : await speechSpans([sound]).catch(() => null);
  if (!spans) return refuse(res, 400, 'Invalid file format.');
  const segments = spans.map((span, id) => segmentOf(span, id));
  if (failure === 'out of order') segments.reverse();
  json(res, 200, {
    task: 'transcribe',
    language: 'english',
    duration: spans.at(-1)?.end ?? 0,
    text: segments.map(({ text }) => text).join(''),
    segments,
    usage: { type: 'duration', seconds: Math.ceil(spans.at(-1)?.end ?? 0) },
  });
}

function segmentOf({ start, end }: { start: number; end: number }, id: number) {
  return {
    ...{ id, seek: 0, start, end, text: ` ${SPEECH}`, tokens: [], temperature: 0 },
    ...{ avg_logprob: 0, compression_ratio: 1, no_speech_prob: 0 },
  };
}

async function formOf(req: IncomingMessage, body: Buffer): Promise<FormData | null> {
  const headers = { 'content-type': req.headers['content-type'] ?? '' };
  return new Response(new Uint8Array(body), { headers }).formData().catch(() => null);
}

function refuse(res: ServerResponse, status: number, message: string, code: string | null = null): void {
  const type = status >= 500 ? 'server_error' : 'invalid_request_error';
  json(res, status, { error: { message, type, param: null, code } });
}

function json(res: ServerResponse, status: number, content: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}
