/**
 * Colours for phones that can't read `oklch()` (Chrome before 111, so Android 6). esbuild lowers it in ordinary
 * properties, but never inside custom properties, which is where the tokens are. Each rule with such tokens is
 * written twice: first in sRGB, then as it was inside `@supports`.
 */

const SUPPORTED = '@supports (color:oklch(0 0 0))';

/** @param {string} css esbuild's output, free of comments */
export function withColourFallbacks(css) {
  return rewriteRules(css);
}

/** `oklch(L C H / A)` of numbers as hex; too vivid colours lose chroma until sRGB holds them. */
export function srgbHex(lightness, chroma, hue, alpha = 1) {
  let kept = chroma;
  let rgb = linearRgb(lightness, kept, hue);
  while (kept > 0 && rgb.some((channel) => channel < -0.0005 || channel > 1.0005)) {
    kept = Math.max(0, kept - 0.002);
    rgb = linearRgb(lightness, kept, hue);
  }
  const bytes = rgb.map((channel) => Math.round(255 * gamma(Math.min(1, Math.max(0, channel)))));
  if (alpha < 1) bytes.push(Math.round(255 * alpha));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function linearRgb(lightness, chroma, hue) {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function gamma(channel) {
  return channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055;
}

/** Index just after the string that starts at `at`. */
function afterString(css, at) {
  const quote = css[at];
  let index = at + 1;
  while (index < css.length && css[index] !== quote) index += css[index] === '\\' ? 2 : 1;
  return index + 1;
}

/** Splits at `separator` outside of strings and brackets. */
function splitOutside(text, separator) {
  const parts = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const sign = text[index];
    if (sign === '"' || sign === "'") index = afterString(text, index) - 1;
    else if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === separator && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function rewriteRules(css) {
  let out = '';
  let start = 0;
  for (let index = 0; index < css.length; index++) {
    const sign = css[index];
    if (sign === '"' || sign === "'") index = afterString(css, index) - 1;
    else if (sign === ';') {
      out += css.slice(start, index + 1);
      start = index + 1;
    } else if (sign === '{') {
      const end = closingBrace(css, index);
      out += rewriteBlock(css.slice(start, index), css.slice(index + 1, end));
      start = end + 1;
      index = end;
    }
  }
  return out + css.slice(start);
}

function closingBrace(css, open) {
  let depth = 0;
  for (let index = open; index < css.length; index++) {
    const sign = css[index];
    if (sign === '"' || sign === "'") index = afterString(css, index) - 1;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return index;
  }
  throw new Error('The style sheet has a brace that is never closed.');
}

function rewriteBlock(head, body) {
  if (/^\s*@(media|layer|supports|container|scope)/.test(head)) return `${head}{${rewriteRules(body)}}`;
  if (!body.includes('oklch(') || /^\s*@/.test(head)) return `${head}{${body}}`;
  const modern = [];
  const declarations = splitOutside(body, ';').map((declaration) => {
    if (!/^\s*--[\w-]+\s*:/.test(declaration) || !declaration.includes('oklch(')) return declaration;
    modern.push(declaration.trim());
    return withoutOklch(declaration);
  });
  if (modern.length === 0) return `${head}{${body}}`;
  return `${head}{${declarations.join(';')}}${SUPPORTED}{${head.trim()}{${modern.join(';')}}}`;
}

function withoutOklch(value) {
  const at = value.indexOf('oklch(');
  if (at < 0) return value;
  const open = at + 'oklch'.length;
  let depth = 0;
  let end = open;
  for (; end < value.length; end++) {
    if (value[end] === '(') depth++;
    else if (value[end] === ')' && --depth === 0) break;
  }
  return value.slice(0, at) + fallback(value.slice(open + 1, end)) + withoutOklch(value.slice(end + 1));
}

function fallback(inside) {
  const [colour, alpha] = splitOutside(inside, '/').map((part) => part.trim());
  const [lightness, chroma, hue] = splitOutside(colour, ' ').filter(Boolean);
  if (!/var\(|calc\(/.test(inside)) {
    return srgbHex(share(lightness), Number.parseFloat(chroma), Number.parseFloat(hue), alpha ? share(alpha) : 1);
  }
  // What depends on other tokens stays a calculation: HSL's hue lies about 25 degrees lower, and this line maps
  // OKLCH's lightness to within a few percent of that of a grey of the same brightness.
  const hsl = `calc(${hue} - 25) calc((${chroma})*350%) calc((${lightness})*1.12 - 14%)`;
  return `hsl(${hsl}${alpha ? ` / ${alpha}` : ''})`;
}

function share(text) {
  return text.endsWith('%') ? Number.parseFloat(text) / 100 : Number.parseFloat(text);
}
