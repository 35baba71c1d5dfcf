declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The filters of the screen at the history entries before this one, oldest first. */
    filterSteps?: readonly string[]
  }
}

/** Address parameters for the position in a list, which do not filter it. */
const PLACE = ['page', 'limit', 'from']
const SORT = ['sort', 'order']

type SearchParams = Readonly<Record<string, unknown>>

/** A text that identifies filters and sort order, whatever the position in the list. */
function listKey(search: SearchParams): string {
  return JSON.stringify(
    Object.entries(search)
      .filter(([name]) => !PLACE.includes(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** The names of filters that differ from their defaults. */
const filtersOn = (search: SearchParams, defaults: SearchParams) =>
  Object.keys(search).filter(
    (name) => ![...PLACE, ...SORT].includes(name) && JSON.stringify(search[name]) !== JSON.stringify(defaults[name]),
  )

/** Whether a change affects filters, alone or with the sort order as a view does. Such changes return to page 1. */
export const isFilterChange = (change: SearchParams) =>
  change['page'] === 1 &&
  !('limit' in change) &&
  Object.keys(change).some((name) => ![...PLACE, ...SORT].includes(name))

export type FilterStep =
  /** A filter was added: Back must remove it. */
  | { readonly goes: 'on'; readonly filterSteps: readonly string[] }
  | { readonly goes: 'in-place' }
  /** The same filters are in the history: go back `by` entries. */
  | { readonly goes: 'back'; readonly by: number }

/**
 * Decides how a change of filters enters the browser history, so that Back removes filters one by one, the latest
 * first, before it leaves the screen, and never restores a filter that the user removed.
 *
 * @param before the parsed address before the change, and `after` after it
 * @param defaults the parsed address without any parameter
 * @param steps the filter steps of the present history entry
 */
export function filterStep(
  before: SearchParams,
  after: SearchParams,
  defaults: SearchParams,
  steps: readonly string[],
): FilterStep {
  const earlier = steps.lastIndexOf(listKey(after))
  if (earlier >= 0) return { goes: 'back', by: steps.length - earlier }
  const on = filtersOn(before, defaults)
  const isMore = filtersOn(after, defaults).some((name) => !on.includes(name))
  return isMore ? { goes: 'on', filterSteps: [...steps, listKey(before)] } : { goes: 'in-place' }
}
