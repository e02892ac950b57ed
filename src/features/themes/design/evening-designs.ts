import {
  type Box,
  boxOn,
  type Design,
  dice,
  fill,
  inCorners,
  isNarrow,
  type Piece,
  pick,
  type Side,
  type Stage,
  spread,
  star,
  whole,
} from './scene.ts';

const SNOW = 9;

function fir(mirrored: boolean): string {
  const random = dice(mirrored ? 5 : 11);
  const twigs: string[] = [];
  for (const [angle, length] of [
    [14, 640],
    [40, 600],
    [66, 520],
    [-6, 420],
  ] as const) {
    const turn = (angle * Math.PI) / 180;
    const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
    const needles: string[] = [];
    for (let at = 60; at < length; at += 9) {
      const reach = 58 * (1 - (at / length) ** 2 * 0.75) + random() * 12;
      for (const side of [-1, 1]) {
        const lean = turn + side * 0.75;
        needles.push(
          `M${(at * dx).toFixed(0)} ${(at * dy).toFixed(0)}l${(reach * Math.cos(lean)).toFixed(0)} ${(reach * Math.sin(lean)).toFixed(0)}`,
        );
      }
    }
    const green = pick(['#2f6b4f', '#3c7d5c', '#27583f'], random);
    twigs.push(
      `<path d="M0 0L${(length * dx).toFixed(0)} ${(length * dy).toFixed(0)}" stroke="#5b4331" stroke-width="9" stroke-linecap="round"/><path d="${needles.join('')}" stroke="${green}" stroke-width="5.5" stroke-linecap="round" fill="none"/>`,
    );
  }
  const ball = (x: number, y: number, r: number, colour: string) =>
    `<path d="M${x} ${y - r - 34}v34" stroke="#e9d9b0" stroke-width="3"/><circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/><ellipse cx="${x - r * 0.3}" cy="${y - r * 0.35}" rx="${r * 0.22}" ry="${r * 0.34}" fill="#fff" fill-opacity=".38" transform="rotate(30 ${x - r * 0.3} ${y - r * 0.35})"/><rect x="${x - 8}" y="${y - r - 8}" width="16" height="12" rx="3" fill="#d9b45b"/>`;
  const balls = ball(330, 250, 46, '#d6483f') + ball(150, 430, 38, '#d9b45b') + ball(520, 190, 32, '#f3e4c2');
  const drawn = `${twigs.join('')}${balls}`;
  return mirrored ? `<g transform="translate(1920 0) scale(-1 1)">${drawn}</g>` : drawn;
}

/** Snow between fir branches. */
export const winter: Design = {
  look: {
    face: 'italic',
    smallFace: 'serif',
    size: 340,
    spacing: 1,
    ink: '#fdf6e6',
    soft: '#f0d9a0',
    box: '#173f36',
    ground: '#173f36',
  },
  pace: { start: 20, gap: 12, takes: 22, rise: 26 },
  accent: '#d6483f',
  ground: ({ ground }, stage) =>
    `<defs><radialGradient id="lit" cy=".55" r=".75"><stop offset="0" stop-color="#fff" stop-opacity=".13"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></radialGradient></defs>${fill(ground, stage)}${fill('url(#lit)', stage)}`,
  intro: (_, stage) => winterSide(boxOn(stage, { left: 330, top: 250, width: 1260, height: 620 }, 70), stage),
  outro: (_, stage) => winterSide(boxOn(stage, { left: 260, top: 260, width: 1400, height: 700 }, 60), stage),
};

function winterSide(box: Box, stage: Stage): Side {
  const flakes = (seed: number, step: number, size: number) =>
    spread(seed, step, box, stage)
      .map(({ x, y, random }) => {
        const [r, light] = [(size * (0.5 + random())).toFixed(1), (0.35 + random() * 0.5).toFixed(2)];
        return `<circle cx="${x}" cy="${y}" r="${r}" fill="#fff" fill-opacity="${light}"/>`;
      })
      .join('');
  const snow: Piece = {
    box: whole(stage),
    svg: flakes(SNOW, 150, 4),
    enters: { at: 0, takes: 120, dy: -160, isSolid: true },
  };
  const left: Piece = {
    box: { left: 0, top: 0, width: 720, height: 640 },
    svg: fir(false),
    enters: { at: 0, takes: 30, dx: -120, dy: -60 },
  };
  const right: Piece = {
    box: { left: 1200, top: 0, width: 720, height: 640 },
    svg: fir(true),
    enters: { at: 4, takes: 30, dx: 120, dy: -60 },
  };
  if (!isNarrow(stage)) return { pieces: [snow, left, right], text: { box, align: 'centre' } };
  const scale = stage.height > stage.width ? 0.72 : 0.52;
  return { pieces: [snow, ...inCorners(stage, scale, [left, right])], text: { box, align: 'centre' } };
}

/** Stars, hills and a string of lights. */
export const night: Design = {
  look: {
    face: 'serif',
    smallFace: 'serif',
    size: 320,
    spacing: 1,
    ink: '#fff4dc',
    soft: '#f4cf8a',
    box: '#1b2350',
    ground: '#141a40',
  },
  pace: { start: 24, gap: 12, takes: 20, rise: 22 },
  accent: '#f4cf8a',
  ground: ({ ground }, stage) =>
    `<defs><linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity=".25"/><stop offset="1" stop-color="#7a6bb0" stop-opacity=".45"/></linearGradient></defs>${fill(ground, stage)}${fill('url(#sky)', stage)}${onGround('<path d="M0 900q260-130 560-40t620-20 740-10v250H0z" fill="#0e1230"/><path d="M0 980q340-110 700-30t660-40 560 10v160H0z" fill="#090c22"/>', stage)}`,
  intro: (_, stage) => nightSide(boxOn(stage, { left: 260, top: 296, width: 1400, height: 530 }, 60), stage),
  outro: (_, stage) => nightSide(boxOn(stage, { left: 240, top: 280, width: 1440, height: 600 }, 60), stage),
};

/** Hills of the wide stage at the bottom of any. */
function onGround(hills: string, stage: Stage): string {
  return isNarrow(stage) ? `<g transform="translate(0 ${stage.height - 1080})">${hills}</g>` : hills;
}

function nightSide(box: Box, stage: Stage): Side {
  const clear = { left: box.left + 60, top: box.top + 40, width: box.width - 120, height: box.height - 80 };
  const stars = (seed: number, step: number, size: number) =>
    spread(seed, step, clear, stage)
      .filter(({ y }) => y < stage.height - 250 && y > 190)
      .map(({ x, y, random }) =>
        random() < 0.35
          ? `<path d="${star(x, y, size * (2 + random()), 4, 0.22)}" fill="#ffe9b5"/>`
          : `<circle cx="${x}" cy="${y}" r="${(size * (0.2 + random() * 0.4)).toFixed(1)}" fill="#fff" fill-opacity=".85"/>`,
      )
      .join('');
  const rope = (x: number) => 60 + 150 * (1 - ((x - 960) / 960) ** 2);
  const lamps = (parity: number) =>
    Array.from({ length: 17 }, (_, i) => 60 + i * 112.5)
      .filter((_, index) => index % 2 === parity)
      .map((x) => {
        const y = rope(x) + 26;
        return `<circle cx="${x}" cy="${y}" r="54" fill="url(#halo)"/><path d="M${x} ${y - 26}v12" stroke="#0a0d24" stroke-width="9"/><ellipse cx="${x}" cy="${y}" rx="14" ry="18" fill="#ffe3a1"/>`;
      })
      .join('');
  const halo =
    '<defs><radialGradient id="halo"><stop offset="0" stop-color="#ffd27a" stop-opacity=".7"/><stop offset="1" stop-color="#ffd27a" stop-opacity="0"/></radialGradient></defs>';
  const line = `<path d="M-20 55Q960 360 1940 55" fill="none" stroke="#0a0d24" stroke-width="6"/>`;
  const top = { left: 0, top: 0, width: 1920, height: 320 };
  const sky: Piece[] = [
    { box: whole(stage), svg: stars(3, 120, 5), enters: { at: 0, takes: 24 } },
    { box: whole(stage), svg: stars(31, 230, 9), enters: { at: 14, takes: 40 } },
  ];
  const lights: Piece[] = [
    { box: top, svg: line + halo + lamps(0), enters: { at: 8, takes: 6 } },
    { box: top, svg: halo + lamps(1), enters: { at: 22, takes: 6 } },
  ];
  const hung = isNarrow(stage) ? inCorners(stage, 0.75, lights, { across: 0 }) : lights;
  return { pieces: [...sky, ...hung], text: { box, align: 'centre' } };
}
