import type { CardPreview, PreviewEntrance, PreviewLine } from '../../src/shared/theme-preview.ts';

interface CardArtProps {
  card: CardPreview;
  /** Whether its parts arrive as in the film. */
  isMoving?: boolean;
  isLazy?: boolean;
}

/** A card of a film as a picture: artwork by address, words as text in the theme's own type and colours. */
export function CardArt({ card, isMoving = false, isLazy = false }: CardArtProps) {
  const { url, parts, lines } = card;
  const moves = isMoving && parts.length > 0;
  return (
    <span className="card-art" aria-hidden="true">
      {!moves && <img src={url} alt="" width={1920} height={1080} loading={isLazy ? 'lazy' : undefined} />}
      <svg viewBox="0 0 1920 1080" role="presentation" focusable="false">
        {moves &&
          parts.map(({ url: href, x, y, width, height, enters }) => (
            <g key={href}>
              <Arriving enters={enters} />
              <image href={href} x={x} y={y} width={width} height={height} />
            </g>
          ))}
        {lines.map((line) => (
          <Line key={`${line.y} ${line.text}`} line={line} isMoving={isMoving} />
        ))}
      </svg>
    </span>
  );
}

function Line({ line, isMoving }: { line: PreviewLine; isMoving: boolean }) {
  const { text, x, y, size, font, colour, isCentred, turn, enters } = line;
  return (
    <g transform={turn ?? undefined}>
      <g>
        {isMoving && <Arriving enters={enters} />}
        <text x={x} y={y} fontSize={size} fontFamily={font} fill={colour} textAnchor={isCentred ? 'middle' : 'start'}>
          {text}
        </text>
      </g>
    </g>
  );
}

const SLOWS_DOWN = '0 0 1 1;0.2 0.7 0.3 1';

/** Moves its parent to its place, once. In SVG, as the page's policy allows no styles of elements. */
function Arriving({ enters }: { enters: PreviewEntrance | null }) {
  if (!enters) return null;
  const { at, takes, dx, dy, fades } = enters;
  const end = at + takes;
  const timing = {
    dur: `${end}s`,
    keyTimes: `0;${(at / end).toFixed(3)};1`,
    keySplines: SLOWS_DOWN,
    calcMode: 'spline',
    fill: 'freeze',
  };
  const way = `${dx} ${dy};${dx} ${dy};0 0`;
  return (
    <>
      {(dx !== 0 || dy !== 0) && (
        <animateTransform attributeName="transform" type="translate" values={way} {...timing} />
      )}
      {(fades || at > 0) && <animate attributeName="opacity" values={fades ? '0;0;1' : '0;1;1'} {...timing} />}
    </>
  );
}
