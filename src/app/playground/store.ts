/** One value that changes, and who wants to know: told once a frame, however often it changed. */
export interface Store<S> {
  get(): S;
  change(part: Partial<S>): void;
  /** Acts when all changes so far are shown. */
  afterShown(act: () => void): void;
}

export function store<S>(first: S, show: (state: S) => void, later: (act: () => void) => void): Store<S> {
  let state = first;
  let asked = false;
  const acts: (() => void)[] = [];
  return {
    get: () => state,
    change(part) {
      state = { ...state, ...part };
      if (asked) return;
      asked = true;
      later(() => {
        asked = false;
        show(state);
        for (const act of acts.splice(0)) act();
      });
    },
    afterShown(act) {
      if (asked) acts.push(act);
      else act();
    },
  };
}
