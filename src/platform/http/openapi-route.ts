import type { Express } from 'express';
import { openApiDocument } from './openapi.ts';
import type { RouteTable } from './route.ts';
import { nameRoute } from './route-name.ts';

const PATH = '/api/openapi.json';
const VERSION = '2';

/** Mounts `GET /api/openapi.json`; the document is made when first asked for and the same for everybody. */
export function mountOpenApi(app: Express, tables: readonly RouteTable[], origin: string): void {
  let document: string | undefined;
  app.get(PATH, (_req, res) => {
    nameRoute(res, PATH);
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
}
