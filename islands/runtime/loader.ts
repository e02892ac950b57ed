import type { IslandClient, IslandElement } from './island-element.ts';

// Inlined into each page with islands, so size matters. Loads React and an island's chunk when `data-when` says so, and
// holds taps until hydration.

/** Browsers may cache a failed module by URL, so the retry uses another one. */
const fetchTwice = (url: string) =>
  import(url).catch(async () => {
    await new Promise((done) => setTimeout(done, 999));
    return import(`${url}?2`);
  });

/** The parser may still be inside the element; it is complete once anything follows. */
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
  Promise.all((element.dataset.src ?? '').split(' ').map(fetchTwice))
    .then(async ([client, island]) => {
      await parsed(element);
      (client as IslandClient).hydrate(element, island);
    })
    .catch(() => {
      element.insertAdjacentHTML('beforeend', '<p class=l-island-note role=status>');
      // Screen readers announce changes only in existing live regions.
      setTimeout(() => {
        (element.lastChild as Element).textContent = element.dataset.lost as string;
      }, 99);
      // From here on the page works without script: links and forms.
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
      // Let the browser handle what it does natively (links, checkboxes, fields, pickers).
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
      // A busy old phone may never be idle. A timer reads the options as no delay.
      if (when === 'idle') (window.requestIdleCallback || setTimeout)(go, { timeout: 999 } as never);
      if (when === 'visible') {
        parsed(element).then(() => {
          // The element is `display: contents` and has no box.
          const first = element.firstElementChild;
          if (!first) go();
          else
            new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && go()).observe(first);
        });
      }
      // Last, because it throws in browsers without storage.
      if (unless && localStorage[unless]) element.remove();
    }
  },
);
