/** All that keys do anywhere on the page. */
export interface Keys {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly play: () => void;
  /** Goes some hundredths of the motion on. */
  readonly step: (hundredths: number) => void;
}

/** Elements that have a use of their own for a space or an arrow. */
const own =
  "input, textarea, select, button, a, summary, [role], [contenteditable], wa-select, wa-slider, wa-input, wa-button";

/** Ctrl+Z and Ctrl+Y change what is set, space and arrows the time that is looked at; fields keep their own keys. */
export function pressed(event: KeyboardEvent, { undo, redo, play, step }: Keys): void {
  const path = event.composedPath().filter((target): target is Element => target instanceof Element);
  const typing = path.some(
    (target) =>
      (target instanceof HTMLInputElement && target.type !== "range") ||
      (target instanceof HTMLElement && target.isContentEditable),
  );
  const key = event.key.toLowerCase();
  const acts = {
    z: event.shiftKey ? redo : undo,
    y: redo,
    " ": play,
    arrowleft: () => step(-1),
    arrowright: () => step(1),
  };
  const act = acts[key as keyof typeof acts];
  const isEdit = key === "z" || key === "y";
  const held = event.ctrlKey || event.metaKey;
  if (act === undefined || typing || event.defaultPrevented || event.altKey || held !== isEdit) return;
  if (!isEdit && path.some((target) => target.matches(own))) return;
  event.preventDefault();
  act();
}
