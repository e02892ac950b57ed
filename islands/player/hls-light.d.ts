/** The light build has the same types as the whole one, less what it leaves out; the package ships them only once. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
