import type { Page } from 'puppeteer';

/**
 * What cannot be seen whole on a page in its current state: words and controls cut off by an edge, boxes narrower than their
 * words, and a page or an open dialog that scrolls sideways. Decoration (`aria-hidden`) may be cut.
 */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    // Methods: the compiler gives named functions a helper that is not there in the page.
    const the = {
      found: new Map<Element, string>(),
      note(element: Element, why: string) {
        if (!the.found.has(element)) the.found.set(element, `${why}: ${element.outerHTML.slice(0, 140)}`);
      },
      isSeen(element: Element) {
        const isDecoration = element.closest('[aria-hidden=true]') !== null;
        return !isDecoration && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      },
      isForEars(element: Element) {
        return getComputedStyle(element).clipPath === 'inset(50%)';
      },
      /** Ends in an ellipsis on purpose: the whole of it is one tap away, or this is a small picture of it. */
      isShortened(element: Element) {
        const { textOverflow, webkitLineClamp } = getComputedStyle(element);
        const isShort = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
        return isShort && element.closest('a, button, [title], .stamp') !== null;
      },
      scrolls(overflow: string) {
        return overflow === 'auto' || overflow === 'scroll';
      },
      hides(overflow: string) {
        return overflow === 'hidden' || overflow === 'clip';
      },
      /** Whether what is placed absolutely in it is clipped by it. */
      holdsPlaced({ position, transform, translate, rotate, scale, filter, containerType }: CSSStyleDeclaration) {
        const moves = [transform, translate, rotate, scale, filter].some((each) => each !== 'none');
        return position !== 'static' || moves || containerType !== 'normal';
      },
      isWider({ left, right }: DOMRect, element: Element) {
        const box = element.getBoundingClientRect();
        const hasRoom = left >= box.left - 1.5 && right <= box.right + 1.5;
        return !hasRoom && !the.isForEars(element) && !the.isShortened(element);
      },
      /** The edge that something in `start` is lost behind; null where it is seen, or can be scrolled to. */
      lostBehind(start: Element, { left, right, top, bottom }: DOMRect, slack: number): string | null {
        let canScrollX = false;
        let canScrollY = false;
        let placed = 'static';
        for (let each: Element | null = start; each && each !== document.body; each = each.parentElement) {
          const style = getComputedStyle(each);
          if (placed === 'fixed' || (placed === 'absolute' && !the.holdsPlaced(style))) continue;
          placed = style.position;
          if (the.isForEars(each) || the.isShortened(each)) return null;
          canScrollX ||= the.scrolls(style.overflowX);
          canScrollY ||= the.scrolls(style.overflowY);
          const box = each.getBoundingClientRect();
          const goesX = !canScrollX && (left < box.left - 1.5 || right > box.right + 1.5);
          const goesY = !canScrollY && (top < box.top - slack || bottom > box.bottom + slack);
          if ((goesX && the.hides(style.overflowX)) || (goesY && the.hides(style.overflowY)))
            return `cut off by .${each.className}`;
        }
        return !canScrollX && (left < -1 || right > root.clientWidth + 1) ? 'cut off by the window' : null;
      },
    };

    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (words.nextNode()) {
      const { parentElement: of } = words.currentNode;
      if (!of || !words.currentNode.textContent?.trim() || !the.isSeen(of)) continue;
      range.selectNodeContents(words.currentNode);
      // Lines are higher than their letters.
      const slack = 0.3 * Number.parseFloat(getComputedStyle(of).fontSize);
      const box = of.closest('.button, label, summary, .badge, .chips__chip, h1, h2');
      for (const rect of range.getClientRects()) {
        const why = rect.width > 1 && the.lostBehind(of, rect, slack);
        if (why) the.note(of, why);
        if (box && rect.width > 1 && the.isWider(rect, box)) the.note(box, 'narrower than its words');
      }
    }
    for (const element of document.body.querySelectorAll('a, button, input, select, textarea, video, img')) {
      const rect = element.getBoundingClientRect();
      const { parentElement: of } = element;
      if (!of || rect.width < 2 || rect.height < 2 || !the.isSeen(element)) continue;
      const why = the.lostBehind(of, rect, 1.5);
      // Pictures may be larger than their frames.
      if (why && (why.endsWith('window') || !element.matches('video, img'))) the.note(element, why);
    }
    for (const element of [
      root,
      ...document.querySelectorAll('dialog[open], dialog[open] :not(.handin__strip, .field__input)'),
    ]) {
      const isPage = element === root || element.matches('dialog');
      const canScroll = isPage || the.scrolls(getComputedStyle(element).overflowX);
      if (canScroll && element.scrollWidth > element.clientWidth + 1)
        the.note(element, `scrolls sideways, ${element.scrollWidth} of ${element.clientWidth}`);
    }
    return [...the.found.values()].slice(0, 8);
  });
}
