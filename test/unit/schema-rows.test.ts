import { expect } from 'chai';
import { apiReference } from '../../src/platform/http/openapi.ts';
import { createEvent, getEvent } from '../../src/shared/contracts/events.ts';
import { schemaRows } from '../../src/shared/schema-rows.ts';

describe('schemaRows', () => {
  const [group] = apiReference([createEvent, getEvent]);

  it('describes the fields of a body', () => {
    const rows = schemaRows(group?.calls[0]?.body ?? null);
    const byPath = new Map(rows.map((row) => [row.path, row]));
    expect(byPath.get('occasion')?.kind).to.match(/^one of "birthday", /);
    expect(byPath.get('recipients')).to.include({ kind: 'list of objects', required: true });
    expect(byPath.get('recipients[].firstName')).to.include({ kind: 'text', required: true });
    expect(byPath.get('message')).to.include({ required: false });
    expect(byPath.get('deadline')?.kind).to.equal('date and time or null');
  });

  it('groups calls by subject', () => {
    expect(group?.name).to.equal('events');
    expect(group?.calls.map(({ method }) => method)).to.deep.equal(['POST', 'GET']);
  });
});
