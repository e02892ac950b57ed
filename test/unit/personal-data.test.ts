import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { ACCOUNT_DATA, PERSONAL_FIELDS } from '../../src/app/account-data.ts';

const SOURCE = new URL('../../src/', import.meta.url);
/** The last part of a path that may name or reach a person. */
const LOOKS_PERSONAL =
  /(?:e-?mail|phone|address|(?:^|first|last|full|creator|assigned|original|file)name)$|^contributors?$/i;
const PERSONAL_KEYS = ['media.contributor.key', 'contributors.key'];

interface Walkable {
  eachPath(visit: (path: string, type: { schema?: unknown }) => void): unknown;
}

function pathsOf(schema: Walkable, prefix: string): string[] {
  const paths: string[] = [];
  schema.eachPath((path, type) => {
    const inner = type.schema as Walkable | undefined;
    paths.push(...(inner ? pathsOf(inner, `${prefix}${path}.`) : [`${prefix}${path}`]));
  });
  return paths;
}

describe('the list of personal data', () => {
  let stored: string[];

  before(async () => {
    const files = readdirSync(SOURCE, { recursive: true }).map(String);
    for (const file of files.filter((name) => name.endsWith('.model.ts'))) await import(new URL(file, SOURCE).href);
    stored = mongoose.modelNames().flatMap((name) => {
      const { schema, collection } = mongoose.model(name);
      // What a sandbox keeps stands for a vendor's own database.
      if (collection.name.startsWith('sandbox_')) return [];
      return pathsOf(schema, `${collection.name}.`);
    });
  });

  it('includes every stored field that looks like an address, phone number or name', () => {
    const personal = stored.filter((path) => LOOKS_PERSONAL.test(path.split('.').at(-1) ?? ''));
    expect(personal).to.include.members(['users.email', 'events.recipients.phone', 'media.contributor.name']);
    expect([...personal, ...PERSONAL_KEYS].filter((path) => !(path in PERSONAL_FIELDS))).to.deep.equal([]);
  });

  it('includes only stored fields and exported sections', () => {
    expect(Object.keys(PERSONAL_FIELDS).filter((path) => !stored.includes(path))).to.deep.equal([]);
    const sections = Object.values(PERSONAL_FIELDS).flatMap((each) => (each.by === 'account' ? [each.section] : []));
    expect(Object.keys(ACCOUNT_DATA.sections)).to.include.members(sections);
  });
});
