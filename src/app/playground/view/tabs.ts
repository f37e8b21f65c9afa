/**
 * Brings a tab of every group to the front where none is: the one that was may have gone with its chart, and a group that
 * nobody has seen yet has chosen none. A group takes notice of an attribute that changes.
 */
export function keepTabs(root: ParentNode): void {
  for (const group of root.querySelectorAll("wa-tab-group")) {
    if (group.querySelector(":scope > wa-tab-panel[active]") !== null) continue;
    const front = group.querySelector(":scope > wa-tab[active]") ?? group.querySelector(":scope > wa-tab");
    front?.removeAttribute("active");
    front?.setAttribute("active", "");
  }
}
