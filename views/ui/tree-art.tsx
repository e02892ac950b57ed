const TREES = [
  [20, 70, 0.8],
  [44, 66, 1.1],
  [74, 66, 0.95],
  [100, 70, 0.7],
] as const;

/** Four trees on a hill; decorative. */
export function TreeArt() {
  return (
    <svg className="tree-art" viewBox="0 0 120 90" aria-hidden="true">
      <path className="tree-art__ground" d="M0 78q60-16 120 0v12H0z" />
      {TREES.map(([x, y, size]) => (
        <g key={x} transform={`translate(${x} ${y}) scale(${size})`}>
          <path className="tree-art__stem" d="M-2 8h4v-14h-4z" />
          <path
            className="tree-art__crown"
            d="M0-44c-9 0-13 8-11 14-6 3-6 14 2 16 4 2 14 2 18 0 8-2 8-13 2-16 2-6-2-14-11-14z"
          />
        </g>
      ))}
    </svg>
  );
}
