/** Power spectrum of real samples by a radix-2 transform of a fixed size, a power of two. */
export function spectrumOf(size: number): (samples: Float32Array, at: number) => Float32Array {
  const window = Float32Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
  const cos = Float32Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size));
  const sin = Float32Array.from({ length: size / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / size));
  const order = bitReversed(size);
  const real = new Float32Array(size);
  const imaginary = new Float32Array(size);
  const power = new Float32Array(size / 2);
  return (samples, at) => {
    for (let i = 0; i < size; i++) {
      real[order[i] ?? 0] = (samples[at + i] ?? 0) * (window[i] ?? 0);
      imaginary[i] = 0;
    }
    for (let half = 1; half < size; half *= 2) butterflies(real, imaginary, half, cos, sin);
    for (let i = 0; i < power.length; i++) power[i] = (real[i] ?? 0) ** 2 + (imaginary[i] ?? 0) ** 2;
    return power;
  };
}

function butterflies(
  real: Float32Array,
  imaginary: Float32Array,
  half: number,
  cos: Float32Array,
  sin: Float32Array,
): void {
  const stride = cos.length / half;
  for (let start = 0; start < real.length; start += 2 * half) {
    for (let k = 0; k < half; k++) {
      const c = cos[k * stride] ?? 0;
      const s = sin[k * stride] ?? 0;
      const [a, b] = [start + k, start + k + half];
      const [rb, ib] = [real[b] ?? 0, imaginary[b] ?? 0];
      const r = rb * c + ib * s;
      const i = ib * c - rb * s;
      real[b] = (real[a] ?? 0) - r;
      imaginary[b] = (imaginary[a] ?? 0) - i;
      real[a] = (real[a] ?? 0) + r;
      imaginary[a] = (imaginary[a] ?? 0) + i;
    }
  }
}

function bitReversed(size: number): Uint32Array {
  const bits = Math.log2(size);
  return Uint32Array.from({ length: size }, (_, i) => {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit++) reversed |= ((i >> bit) & 1) << (bits - 1 - bit);
    return reversed;
  });
}
