/** Tells by how much a pointer that is held down has moved [px]; what it returns ends that. */
export function turnByDragging(element: HTMLElement, turn: (across: number, down: number) => void): () => void {
  let at: readonly [number, number] | undefined;
  const down = (event: PointerEvent): void => {
    at = [event.clientX, event.clientY];
    element.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    if (at === undefined) return;
    turn(event.clientX - at[0], event.clientY - at[1]);
    at = [event.clientX, event.clientY];
  };
  const up = (): void => {
    at = undefined;
  };
  element.style.touchAction = "pan-y";
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"] as const) element.addEventListener(name, up);
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"] as const) element.removeEventListener(name, up);
  };
}
