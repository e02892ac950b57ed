import { expect } from 'chai';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PageContext, type PageRendering } from '../../views/base/page-context.ts';

const rendering: PageRendering = {
  assets: {
    file: (name) => `/assets/${name}`,
    sheet: (name) => ({ url: `/assets/${name}.css`, text: '' }),
    island: () => [],
    loader: '',
  },
  inlineSheets: false,
  hasLoader: false,
  gathersErrors: false,
  onIslandError: (error) => {
    throw error;
  },
};

/** The HTML of a view, as the server sends it. */
export function htmlOf(view: ReactNode): string {
  return renderToStaticMarkup(<PageContext.Provider value={rendering}>{view}</PageContext.Provider>);
}

/** Start tags of these elements with their attributes, in order. */
export function tagsOf(html: string, ...names: string[]): { name: string; attributes: Record<string, string> }[] {
  const tags = html.matchAll(/<([a-z][a-z0-9-]*)((?:\s+[a-zA-Z-]+(?:="[^"]*")?)*)\s*\/?>/g);
  return [...tags]
    .map(([, name = '', rest = '']) => ({
      name,
      attributes: Object.fromEntries(
        [...rest.matchAll(/([a-zA-Z-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
          key.toLowerCase(),
          value,
        ]),
      ),
    }))
    .filter(({ name }) => names.length === 0 || names.includes(name));
}

/** What holds for everything we draw: no inline style or handler, ids once, fields named, pictures sized. */
export function expectSound(html: string) {
  const tags = tagsOf(html);
  const ids = tags.flatMap(({ attributes }) => (attributes.id ? [attributes.id] : []));
  expect(ids, 'ids').to.deep.equal([...new Set(ids)]);
  for (const { name, attributes } of tags) {
    const told = `<${name} ${JSON.stringify(attributes)}>`;
    expect(Object.keys(attributes), told).not.to.include('style');
    expect(
      Object.keys(attributes).filter((key) => key.startsWith('on')),
      told,
    ).to.deep.equal([]);
    for (const key of ['for', 'aria-describedby', 'aria-labelledby']) {
      for (const id of attributes[key]?.split(' ') ?? []) expect(ids, `${told} ${key}`).to.include(id);
    }
    if (name === 'img') expect(attributes, told).to.include.keys('alt', 'width', 'height');
    if (name === 'button') expect(attributes.type, told).to.be.oneOf(['button', 'submit']);
  }
  expectNamedFields(html);
}

function expectNamedFields(html: string) {
  const labelled = new Set(tagsOf(html, 'label').map(({ attributes }) => attributes.for));
  const wrapped = [...html.matchAll(/<label[^>]*>.*?<\/label>/g)].join('');
  for (const { attributes } of tagsOf(html, 'input', 'select', 'textarea')) {
    if (attributes.type === 'hidden') continue;
    const isNamed =
      labelled.has(attributes.id) ||
      attributes['aria-label'] !== undefined ||
      wrapped.includes(`id="${attributes.id}"`);
    expect(isNamed, `a label for ${JSON.stringify(attributes)}`).to.equal(true);
  }
}

/** A whole page besides: one h1, one main that the skip link leads to. */
export function expectPage(html: string) {
  expectSound(html);
  expect(tagsOf(html, 'h1'), 'h1').to.have.length(1);
  expect(tagsOf(html, 'main'), 'main').to.have.length(1);
  const skip = tagsOf(html, 'a')[0]?.attributes.href ?? '';
  expect(html).to.contain(`id="${skip.slice(1)}"`);
}
