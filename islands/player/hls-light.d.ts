/** The light build has a subset of the full build's types, which the package ships once. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
