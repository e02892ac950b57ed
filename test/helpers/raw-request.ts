import { request } from 'node:http';

/** A request as `fetch` would not send it: with any `Host` header. */
export function askAs(
  host: string,
  url: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
  return new Promise((resolve, reject) => {
    const req = request(url, { method, headers: { ...headers, host } }, (res) => {
      const pieces: Buffer[] = [];
      res.on('data', (piece: Buffer) => pieces.push(piece));
      res.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text });
      });
    });
    // A server that refuses an upgrade ends the connection.
    req.on('upgrade', (res, socket) => {
      socket.destroy();
      resolve({ status: res.statusCode ?? 0, headers: res.headers, text: '' });
    });
    req.on('error', reject);
    req.end(body);
  });
}
