import type { IslandClient, IslandElement } from './island-element.ts';

// Inlined into each page that has islands, before the first of them: every byte counts. It fetches React and the
// island's chunk when `data-when` says so, and holds taps until the component can answer them.

/** A module that failed may stay failed under its address, so the second try asks for another one. */
const fetchTwice = (url: string) =>
  import(url).catch(async () => {
    await new Promise((done) => setTimeout(done, 999));
    return import(`${url}?2`);
  });

/** Parsing may still be inside the element; it is whole once anything follows it. */
const parsed = (element: IslandElement) =>
  new Promise<unknown>((done) => {
    let node: Node | null = element;
    while (node && !node.nextSibling) node = node.parentNode;
    if (node || document.readyState !== 'loading') done(0);
    else addEventListener('DOMContentLoaded', done);
  });

const begin = (element: IslandElement) => {
  if (element.begun) return;
  element.begun = true;
  Promise.all((element.dataset.src as string).split(' ').map(fetchTwice))
    .then(async ([client, island]) => {
      await parsed(element);
      (client as IslandClient).hydrate(element, island);
    })
    .catch(() => {
      element.insertAdjacentHTML('beforeend', '<p class=island-note role=status>');
      // Readers tell what changes in a region that is already there.
      setTimeout(() => {
        (element.lastChild as Element).textContent = element.dataset.lost as string;
      }, 99);
      // From here on the plain page answers: links lead on, forms post.
      element.held = undefined;
    });
};

for (const kind of ['pointerdown', 'focusin', 'click']) {
  addEventListener(
    kind,
    (event) => {
      const target = event.target as HTMLElement;
      const element = target.closest?.<IslandElement>('vd-island');
      if (!element?.held) return;
      begin(element);
      // What the browser does well by itself (links, boxes, fields, pickers) it may do at once.
      if (kind === 'click' && !target.closest('a,label,video,audio,select,textarea,summary,input:not([type=submit])')) {
        event.preventDefault();
        event.stopPropagation();
        element.held.add(target);
      }
    },
    true,
  );
}

customElements.define(
  'vd-island',
  class extends HTMLElement {
    connectedCallback() {
      const element = this as IslandElement;
      const go = () => begin(element);
      const { src, when, unless } = element.dataset;
      if (!src || element.begun) return;
      element.held = new Set();
      if (when === 'load') go();
      if (when === 'idle') (window.requestIdleCallback || setTimeout)(go);
      if (when === 'visible') {
        parsed(element).then(() => {
          // The element itself is `display: contents` and has no box.
          const first = element.firstElementChild;
          if (!first) go();
          else
            new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && go()).observe(first);
        });
      }
      // Last, as a browser that keeps nothing throws here.
      if (unless && localStorage[unless]) element.remove();
    }
  },
);
