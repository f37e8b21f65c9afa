/**
 * Keeps what is under a hand where it is: while the pointer is over the panel its head never becomes less high. Words
 * of another length, and buttons that come with a motion, would move what is pressed next. To be called before the page
 * is drawn again.
 */
export function steady(root: Element): void {
  const head = root.querySelector<HTMLElement>(".panel > .outcome");
  if (head === null) return;
  head.style.minHeight = head.parentElement?.matches(":hover") ? `${head.getBoundingClientRect().height}px` : "";
}
