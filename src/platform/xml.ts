type XmlTree = { [name: string]: string | XmlTree };

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const;

/** A document of elements without attributes. */
export function xmlOf(tree: XmlTree): string {
  return xml(elements(tree));
}

/** Content with the first line of a document, unless it has one. */
export function xml(content: string): string {
  const bare = content.replaceAll(/<\?xml[^>]*\?>/g, '');
  return `<?xml version="1.0" encoding="utf-8"?>${bare}`;
}

function elements(tree: XmlTree): string {
  return Object.entries(tree)
    .map(([name, value]) => `<${name}>${typeof value === 'string' ? escaped(value) : elements(value)}</${name}>`)
    .join('');
}

function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[&<>"']/g, (sign) => `&${Object.entries(ENTITIES).find(([, each]) => each === sign)?.[0]};`);
}

/** Text of the first element of a name; empty without one. Elements have no attributes. */
export function elementOf(document: string, name: string): string {
  return unescaped(elementsOf(document, name)[0] ?? '').trim();
}

/** What is in each element of a name, as XML; they are not nested in one another. */
export function elementsOf(document: string, name: string): string[] {
  return [...document.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map(([, content = '']) => content);
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(amp|lt|gt|quot|apos));/gi, (_whole, decimal, hex, name) => {
    const named = ENTITIES[String(name).toLowerCase() as keyof typeof ENTITIES];
    return named ?? String.fromCodePoint(Math.min(0x10ffff, decimal ? Number(decimal) : Number.parseInt(hex, 16)));
  });
}
