// Comfort for pages that work without it: keys, live parts, copying. No part of it changes anything by itself.
(() => {
  const items = () =>
    [...document.querySelectorAll('[data-item]')].filter((item) => item.offsetParent !== null);
  const isTyping = (target) => target.closest('input, textarea, select, [contenteditable]') !== null;

  const current = () => document.querySelector('[data-item].at');

  const move = (by) => {
    const all = items();
    if (all.length === 0) return;
    const index = all.indexOf(current());
    const next =
      all[Math.min(all.length - 1, Math.max(0, index < 0 ? (by > 0 ? 0 : all.length - 1) : index + by))];
    current()?.classList.remove('at');
    next.classList.add('at');
    const focused = next.querySelector('a, summary');
    focused?.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
  };

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && isTyping(event.target)) return event.target.blur();
    if (isTyping(event.target)) return;
    if (event.key === '/') {
      event.preventDefault();
      document.getElementById('q')?.select();
      document.getElementById('q')?.focus();
    } else if (event.key === 'j') move(1);
    else if (event.key === 'k') move(-1);
    else if (event.key === 'Enter' && document.activeElement === document.body)
      current()?.querySelector('a.title, a, summary')?.click();
  });

  // What changes elsewhere: the server only says that something did; each live part asks for itself again.
  let source;
  const listen = () => {
    if (source || document.hidden || document.querySelector('[data-live]') === null) return;
    source = new EventSource('/live');
    source.addEventListener('changed', () => document.body.dispatchEvent(new CustomEvent('dewey:changed')));
  };
  const rest = () => {
    source?.close();
    source = undefined;
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return rest();
    listen();
    document.body.dispatchEvent(new CustomEvent('dewey:changed'));
  });
  window.addEventListener('pagehide', rest);
  listen();

  // A part that is shown anew takes the focus with it: it goes to what is the same in the new part.
  const same = (one) => {
    const { tagName, href, name } = one;
    return [...document.querySelectorAll(tagName)].filter(
      (other) => other.href === href && other.name === name,
    );
  };
  let left;
  document.addEventListener('htmx:beforeSwap', ({ detail }) => {
    const one = document.activeElement;
    left = detail.target.contains(one) ? { one, place: same(one).indexOf(one) } : undefined;
  });
  document.addEventListener('htmx:afterSwap', () => {
    if (left === undefined || left.one.isConnected) return;
    const found = same(left.one);
    (found[left.place] ?? found.at(-1))?.focus({ preventScroll: true });
    left = undefined;
  });

  // A turn that a link named may be inside of something folded.
  const named =
    location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  for (let at = named; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  named?.scrollIntoView();

  // The page where one is, where the row of pages is wider than the window.
  document.querySelector('.masthead [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

  // Of a calendar that is wider than the window, its end counts.
  for (const wide of document.querySelectorAll('.wide')) wide.scrollLeft = wide.scrollWidth;

  // A day of the calendar leads to its sessions; keys reach them by the dates above the list.
  document.querySelector('.heatmap')?.addEventListener('click', ({ target }) => {
    const { day, messages } = target.dataset;
    if (day && messages !== '0') location.assign(`/sessions?from=${day}&to=${day}`);
  });

  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = 'Copied';
    });
  }
})();
