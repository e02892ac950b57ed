/**
 * Sends uploads concurrently in chunks, like browsers; prints the seconds. Arguments: origin, uploads, bytes, chunk.
 */
import { Agent, request } from 'node:http';

const [origin, uploads, bytes, chunk] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const agent = new Agent({ keepAlive: true, maxSockets: 100 });
const body = Buffer.alloc(chunk, 7);
const TUS = { 'Tus-Resumable': '1.0.0' };
const base64 = (text) => Buffer.from(text).toString('base64');
const metadata = `filename ${base64('bench.mp4')},filetype ${base64('video/mp4')},event ${base64(process.env.EVENT ?? '')}`;

const begun = performance.now();
await Promise.all(Array.from({ length: uploads }, upload));
process.stdout.write(`${(performance.now() - begun) / 1000}\n`);
agent.destroy();

async function upload() {
  const created = await send('POST', '/api/uploads', { 'Upload-Length': bytes, 'Upload-Metadata': metadata });
  if (created.statusCode !== 201) throw new Error(`POST answered ${created.statusCode}`);
  for (let offset = 0; offset < bytes; ) {
    const part = body.subarray(0, Math.min(chunk, bytes - offset));
    const headers = {
      'Upload-Offset': offset,
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': part.length,
    };
    const answer = await send('PATCH', created.headers.location, headers, part);
    if (answer.statusCode !== 204)
      throw new Error(`PATCH at ${offset} answered ${answer.statusCode} of ${origin}: ${answer.body}`);
    const next = Number(answer.headers['upload-offset']);
    if (next !== offset + part.length) throw new Error(`PATCH at ${offset} took only up to ${next}`);
    offset = next;
  }
}

function send(method, path, headers, part) {
  return new Promise((resolve, reject) => {
    const req = request(new URL(path, origin), { method, agent, headers: { ...TUS, ...headers } }, (res) => {
      res.body = '';
      res.on('data', (d) => {
        res.body += d;
      });
      res.on('end', () => resolve(res));
    });
    req.on('error', reject);
    req.end(part);
  });
}
