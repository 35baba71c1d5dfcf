declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the screen was narrowed to at the entries of the history before this one, the first of them first. */
    filterSteps?: readonly string[]
  }
}

/** What an address says of where one is in a list, rather than of what is listed. */
const PLACE = ['page', 'limit', 'from']
const SORT = ['sort', 'order']

type Searched = Readonly<Record<string, unknown>>

/** What a list is narrowed to and how it is sorted, wherever in it one is: the same text for the same. */
function listedBy(search: Searched): string {
  return JSON.stringify(
    Object.entries(search)
      .filter(([name]) => !PLACE.includes(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** The names of the filters that are on: those that are not as they are where the address says nothing. */
const filtersOn = (search: Searched, unasked: Searched) =>
  Object.keys(search).filter(
    (name) => ![...PLACE, ...SORT].includes(name) && JSON.stringify(search[name]) !== JSON.stringify(unasked[name]),
  )

/** Whether a change is one of filters, or of a view with its order: a list narrowed otherwise begins at its first page. */
export const isFilterChange = (change: Searched) =>
  change['page'] === 1 &&
  !('limit' in change) &&
  Object.keys(change).some((name) => ![...PLACE, ...SORT].includes(name))

export type Step =
  /** Another filter is on: Back is to take it away. */
  | { readonly goes: 'on'; readonly filterSteps: readonly string[] }
  | { readonly goes: 'in-place' }
  /** It was so before: one goes back so many entries. */
  | { readonly goes: 'back'; readonly by: number }

/**
 * How a change of filters goes into the history, so that Back takes filters away one by one, the last first, before it leaves
 * the screen, and comes by none that was taken away by hand. The searches are as the screen reads them; `unasked` is that of
 * an address that says nothing, `steps` what the present entry of the history knows.
 */
export function filterStep(before: Searched, after: Searched, unasked: Searched, steps: readonly string[]): Step {
  const earlier = steps.lastIndexOf(listedBy(after))
  if (earlier >= 0) return { goes: 'back', by: steps.length - earlier }
  const on = filtersOn(before, unasked)
  const isMore = filtersOn(after, unasked).some((name) => !on.includes(name))
  return isMore ? { goes: 'on', filterSteps: [...steps, listedBy(before)] } : { goes: 'in-place' }
}
