export function checkFilm(
  file: string,
  options?: { expectSeconds?: number; soundLevel?: boolean },
): Promise<{ name: string; ok: boolean; detail: string }[]>;
