import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { documentKey } from '../../src/embedded-mongo/catalog.ts';
import { openDatabase } from '../../src/embedded-mongo/database.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const DOCUMENTS = 20;

describe('a collection that was dropped', () => {
  it('is swept in the end on a machine that takes longer than a turn to read a document', async () => {
    const folder = await tempFolder();
    const { catalog, store, write } = await openDatabase(folder, (error) => {
      throw error;
    });
    const collection = await write(() => catalog.create('dropped.x'));
    await write(() => {
      for (let n = 1; n <= DOCUMENTS; n++) store.put(documentKey(collection, n), Buffer.alloc(1000));
      catalog.drop(collection);
    });
    let turns = 0;
    // A turn of no time at all.
    while (turns <= DOCUMENTS && (await write(() => catalog.sweep(0)))) turns += 1;
    expect(turns).to.be.within(1, DOCUMENTS);
    await rm(folder, { recursive: true });
  });
});
