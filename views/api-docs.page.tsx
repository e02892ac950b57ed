import type { ApiCall, ApiGroup } from '../src/shared/api-reference.ts';
import { type SchemaRow, schemaRows } from '../src/shared/schema-rows.ts';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';

export interface ApiDocsPageProps {
  site: SiteProps;
  groups: readonly ApiGroup[];
  /** URL of the OpenAPI document. */
  documentUrl: string;
}

export function apiDocsHead(): PageHead {
  return { title: 'API: VidDay', description: 'Every call of VidDay’s API.', sheet: 'docs' };
}

/** `/api/docs`: all calls, grouped by noun. */
export function ApiDocsPage({ site, groups, documentUrl }: ApiDocsPageProps) {
  return (
    <Layout site={site} mainClass="l-page docs">
      <header className="docs__head">
        <h1>The API</h1>
        <p>
          Calls take and answer JSON. A successful answer is <code>{'{ "success": true, "data": … }'}</code>, a refusal{' '}
          <code>{'{ "success": false, "error": { "code", "message", "fields", "requestId" } }'}</code>. Dates are ISO
          8601 in UTC, money is integer cents, lengths are seconds. Signing in sets a cookie; a key is presented as{' '}
          <code>?v=</code>. Calls that make, mail or charge something take an <code>Idempotency-Key</code>: send a new
          UUID with each, and the same one when you retry. Within 24 hours the call runs once and the retry gets its
          answer. For tools there is the <a href={documentUrl}>OpenAPI document</a>.
        </p>
        <nav aria-label="Calls by subject">
          <ul className="docs__subjects">
            {groups.map(({ name }) => (
              <li key={name}>
                <a href={`#${idOf(name)}`}>{titleOf(name)}</a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {groups.map((group) => (
        <section key={group.name} id={idOf(group.name)} aria-labelledby={`${idOf(group.name)}-title`}>
          <h2 id={`${idOf(group.name)}-title`}>{titleOf(group.name)}</h2>
          {group.calls.map((call) => (
            <Call key={call.method + call.path} call={call} />
          ))}
        </section>
      ))}
    </Layout>
  );
}

function Call({ call }: { call: ApiCall }) {
  const name = `${call.method} ${call.path}`;
  return (
    <article className="docs__call">
      <h3>
        <span className="docs__method" data-method={call.method}>
          {call.method}
        </span>{' '}
        <code>{call.path}</code>
      </h3>
      <p>{call.summary}</p>
      <p className="docs__access">
        Who may call: {call.access}
        {call.takesIdempotencyKey && (
          <>
            {' '}
            Takes an <code>Idempotency-Key</code>.
          </>
        )}
      </p>
      <Fields of={name} title="In the path" rows={schemaRows(call.params)} />
      <Fields of={name} title="In the query" rows={schemaRows(call.query)} />
      <Fields of={name} title="Body" rows={schemaRows(call.body)} />
      <Fields of={name} title={`Answer ${call.status}: data`} rows={schemaRows(call.response)} folds />
      <Fields of={name} title="Next to data" rows={schemaRows(call.beside)} />
    </article>
  );
}

interface FieldsProps {
  /** Name of the call: gives each table a distinct accessible name. */
  of: string;
  title: string;
  rows: SchemaRow[];
  folds?: boolean;
}

/** A table of fields; long answers are collapsed, without script. */
function Fields({ of, title, rows, folds = false }: FieldsProps) {
  if (rows.length === 0) return null;
  if (folds && rows.length > 3) {
    return (
      <details className="docs__fields">
        <summary>{title}</summary>
        <FieldTable title={`${title} of ${of}`} rows={rows} />
      </details>
    );
  }
  return (
    <div className="docs__fields">
      <h4>{title}</h4>
      <FieldTable title={`${title} of ${of}`} rows={rows} />
    </div>
  );
}

function FieldTable({ title, rows }: { title: string; rows: SchemaRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard
    <section className="docs__table" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Kind</th>
            <th scope="col">Limits</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.path}>
              <th scope="row">
                <code>{row.path || 'data'}</code>
                {!row.required && <span className="docs__optional"> optional</span>}
              </th>
              <td>{row.kind}</td>
              <td>{row.limits}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Prefixed, so that it can't clash with ids of the layout. */
function idOf(name: string): string {
  return `calls-${name}`;
}

function titleOf(name: string): string {
  return (name[0] ?? '').toUpperCase() + name.slice(1).replaceAll('-', ' ');
}
