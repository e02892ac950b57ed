import type { Express } from 'express';
import { anyone } from './access-rules.ts';
import { guarded } from './addresses.ts';
import { openApiDocument } from './openapi.ts';
import type { RouteTable } from './route.ts';

const PATH = '/api/openapi.json';
const VERSION = '2';

/** Mounts `GET /api/openapi.json`, generated on first request. */
export function mountOpenApi(app: Express, tables: readonly RouteTable[], origin: string): void {
  let document: string | undefined;
  const send = guarded({ kind: 'site', method: 'GET', path: PATH, access: anyone }, ({ res }) => {
    document ??= JSON.stringify(
      openApiDocument(
        tables.flat().map(({ contract }) => contract),
        origin,
        VERSION,
      ),
    );
    res.setHeader('Cache-Control', 'public, max-age=300');
    res.type('application/json').send(document);
  });
  app.get(PATH, send);
}
