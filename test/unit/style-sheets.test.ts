import { expect } from 'chai';
import {
  bareBlocksOf,
  classesOf,
  markupFiles,
  pagesByEntry,
  partsOf,
  wordsLikeClasses,
} from '../helpers/markup-classes.ts';
import { blockOf, blockSheets, classesIn, entryNames, importsOf, readSheet } from '../helpers/style-sheets.ts';

const HELPER = /^l-/;
const SHAPE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*(__[a-z0-9]+(-[a-z0-9]+)*)?(--[a-z0-9]+(-[a-z0-9]+)*)?$/;
/** What every page brings along. */
const ALWAYS = ['helpers', 'prefers'];

describe('style sheets', () => {
  const sheets = blockSheets();
  const known = new Map(sheets.map(({ block, selectors }) => [block, new Set(selectors.flatMap(classesIn))]));
  const all = new Set([...sheets, readSheet('base.css')].flatMap(({ selectors }) => selectors.flatMap(classesIn)));

  it('name the block of their file in every selector', () => {
    const wrong = sheets.flatMap(({ file, block, selectors }) =>
      selectors
        .filter((selector) => !classesIn(selector).some((name) => isOf(block, name)))
        .map((selector) => `${file}: ${selector}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('define each class in the file of its block', () => {
    const wrong = [...all].filter((name) => {
      const home = HELPER.test(name)
        ? [...(known.get('helpers') ?? []), ...readClasses('base.css')]
        : known.get(blockOf(name));
      return !SHAPE.test(name) || ![...(home ?? [])].includes(name);
    });
    expect(wrong).to.deep.equal([]);
  });

  it('have no class that no markup uses', () => {
    const files = markupFiles();
    const used = new Set(files.flatMap((file) => [...classesOf(file), ...wordsLikeClasses(file)]));
    const open = [...used].filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
    const idle = [...all].filter((name) => !used.has(name) && !open.some((start) => name.startsWith(start)));
    expect(idle).to.deep.equal([]);
  });

  it('know every class in the markup', () => {
    const wrong = markupFiles().flatMap((file) =>
      classesOf(file)
        .filter((name) => !isKnown(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  for (const [entry, pages] of pagesByEntry()) {
    it(`of the entry ${entry} are those of the blocks on its pages`, () => {
      const parts = [...new Set(pages.flatMap((page) => [...partsOf(page)]))];
      const used = new Set([
        ...ALWAYS,
        ...parts.flatMap((file) => [...classesOf(file).map(blockOf), ...bareBlocksOf(file)]),
      ]);
      const loaded = importsOf(`entries/${entry}.css`).filter((file) => /^(ui|pages)\//.test(file));
      const blocks = loaded.map((file) => readSheet(file).block);
      expect(blocks.length, 'loaded twice').to.equal(new Set(blocks).size);
      const wanted = [...used].filter((block) => known.has(block));
      // The open chat and the bell stand on a page that has these already.
      const there = ['chat', 'bell'].includes(entry)
        ? importsOf('common.css').map((file) => readSheet(file).block)
        : [];
      expect(
        wanted.filter((block) => ![...blocks, ...there].includes(block)),
        'missing',
      ).to.deep.equal([]);
      expect(
        blocks.filter((block) => !used.has(block)),
        'not used',
      ).to.deep.equal([]);
    });
  }

  it('are loaded by a page, each entry', () => {
    expect(entryNames().sort()).to.deep.equal([...pagesByEntry().keys()].sort());
  });

  function isOf(block: string, name: string): boolean {
    return blockOf(name) === block || (block === 'helpers' && HELPER.test(name));
  }

  function readClasses(file: string): string[] {
    return readSheet(file).selectors.flatMap(classesIn);
  }

  function isKnown(name: string): boolean {
    if (!name.endsWith('*')) return all.has(name);
    return [...all].some((each) => each.startsWith(name.slice(0, -1)));
  }
});
