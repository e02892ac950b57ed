/** The product's three steps, as structured data for search engines. */
export const HOW_IT_GOES = [
  { name: 'Share a link', text: 'Say who it’s for and when, and send one link to everyone.' },
  {
    name: 'Collect the clips',
    text: 'Each person records or picks a clip on their own phone, without an app or an account.',
  },
  { name: 'Put them in order', text: 'Arrange the clips, watch the preview, and publish the film.' },
];
