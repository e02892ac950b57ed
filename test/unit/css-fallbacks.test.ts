import { expect } from 'chai';
import { srgbHex, withColourFallbacks } from '../../scripts/build/css-fallbacks.mjs';

describe('Colours for old phones', () => {
  it('are those of OKLCH in sRGB, or the nearest that sRGB has', () => {
    expect(srgbHex(0.627955, 0.257683, 29.2339)).to.equal('#ff0000');
    expect(srgbHex(1, 0, 0)).to.equal('#ffffff');
    expect(srgbHex(0.5, 0, 0, 0.5)).to.equal('#63636380');
    expect(srgbHex(0.7, 0.4, 150)).to.match(/^#[0-9a-f]{6}$/);
  });

  it('stand before the true ones, which only browsers that know them read', () => {
    const css = withColourFallbacks('@layer a{:root{--x:oklch(100% 0 0);--y:1px}}b{color:red}');
    expect(css).to.equal(
      '@layer a{:root{--x:#ffffff;--y:1px}@supports (color:oklch(0 0 0)){:root{--x:oklch(100% 0 0)}}}b{color:red}',
    );
  });

  it('stay calculations where they depend on other tokens', () => {
    const css = withColourFallbacks(':root{--w:oklch(var(--l) calc(var(--c)*.5) var(--h))}');
    expect(css).to.match(/^:root\{--w:hsl\(calc\(var\(--h\) - 25\) calc\(\(calc\(var\(--c\)\*\.5\)\)\*350%\) calc/);
  });

  it('leave strings, addresses and other rules alone', () => {
    const css = `@font-face{src:url("a{b.woff2")}a{background:url("data:image/svg+xml,<svg style='x:y;{'/>")}@media print{b{--z:1px}}`;
    expect(withColourFallbacks(css)).to.equal(css);
  });
});
