const STEP = 4;
const WIDTH = 2.4;
const HEIGHT = 32;

/** Loudness over time, as bars. @param levels 0 to 1 */
export function Wave({ levels }: { levels: readonly number[] }) {
  const bars = levels.map((level, index) => {
    const height = Math.max(1.5, level * (HEIGHT - 2));
    return `M${index * STEP} ${((HEIGHT - height) / 2).toFixed(1)}h${WIDTH}v${height.toFixed(1)}h-${WIDTH}z`;
  });
  const box = `0 0 ${Math.max(1, levels.length) * STEP} ${HEIGHT}`;
  return (
    <svg className="songs__bars" viewBox={box} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <path d={bars.join('')} />
    </svg>
  );
}
