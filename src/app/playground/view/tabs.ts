/**
 * Brings the first tab of every group to the front where none is: the one that was may have gone with its chart, and a group
 * that nobody has seen yet has chosen none.
 */
export function keepTabs(root: ParentNode): void {
  for (const group of root.querySelectorAll("wa-tab-group")) {
    const tabs = [...group.querySelectorAll(":scope > wa-tab")];
    if (!tabs.some((tab) => tab.hasAttribute("active"))) tabs[0]?.setAttribute("active", "");
  }
}
