import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { combineAccountData } from '../../src/features/account-data/combine-account-data.ts';
import { FEATURES } from '../../src/features/index.ts';

const { fields: PERSONAL_FIELDS, sections: SECTIONS } = combineAccountData(FEATURES);
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

  before(() => {
    // The manifests have loaded every model; a file without a loaded one would hide its fields.
    for (const file of readdirSync(SOURCE, { recursive: true }).map(String)) {
      if (!file.endsWith('.model.ts')) continue;
      const names = [...readFileSync(new URL(file, SOURCE), 'utf8').matchAll(/\bmodel(?:<\w+>)?\(\s*'(\w+)'/g)];
      expect(names, file).not.to.deep.equal([]);
      expect(mongoose.modelNames(), file).to.include.members(names.map(([, name]) => name));
    }
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
    expect(Object.keys(SECTIONS)).to.include.members(sections);
  });
});
