import { useSyncExternalStore } from 'react'

/** A value that components subscribe to and that code outside React may change. */
export type Store<State> = {
  get(): State
  set(state: State): void
  subscribe(listener: () => void): () => void
}

/** Setting an identical value notifies no listener. */
export function createStore<State>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(next) {
      if (Object.is(next, state)) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The store's value, or the part that `select` returns; the component renders again when it changes. */
export function useStore<State>(store: Store<State>): State
export function useStore<State, Part>(store: Store<State>, select: (state: State) => Part): Part
export function useStore<State>(store: Store<State>, select: (state: State) => unknown = (state) => state): unknown {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
