import { session as calls } from '@despatch/contract/sign-in/session'
import type { SavedView } from '@despatch/contract/sign-in/views'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { CLIENT_PARAMETER } from '../../navigation/screen-address.ts'
import { parseSearch } from '../../browser/search-text.ts'
import { notify } from '../../notify/notify.ts'
import { call } from '../../server/call.ts'
import { type TableLayout, tableViews, useTableLayout } from '../columns/table-layout.ts'
import { isShown, viewSearch } from './view-search.ts'

/** The saved views of a table: the user's own and those that others share. */
export type SavedViews = {
  readonly table: string
  readonly own: readonly SavedView[]
  readonly shared: readonly SavedView[]
  readonly error: unknown
  /** The view that the screen shows now. */
  readonly chosen: SavedView | undefined
  /** What a new view would store. */
  readonly search: string
  readonly layout: TableLayout
  /** Restores the filters, order and columns of a view. */
  readonly choose: (view: SavedView) => void
  /** Shows the list without filters. */
  readonly showAll: () => void
  readonly markChosen: (id: string) => void
  readonly remove: (view: SavedView) => Promise<void>
  readonly refetch: () => void
}

export function useSavedViews(table: string): SavedViews {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [layout, changeLayout] = useTableLayout(table)
  const { data: all = [], error, refetch } = useQuery(tableViews(table))
  // If several views have the same filters, the one that the user chose.
  const [chosenId, setChosenId] = useState('')
  const matching = all.filter((view) => isShown(view.search, search))
  const show = (text: string) =>
    void navigate({
      to: '.',
      search: () => ({ ...parseSearch(text), [CLIENT_PARAMETER]: search[CLIENT_PARAMETER] }),
      resetScroll: false,
    })
  return {
    table,
    own: all.filter(({ isOwn }) => isOwn),
    shared: all.filter(({ isOwn }) => !isOwn),
    error,
    // A view without filters looks like the list itself, so it counts only once it was chosen.
    chosen: matching.find(({ _id }) => _id === chosenId) ?? (viewSearch(search) === '' ? undefined : matching[0]),
    search: viewSearch(search),
    layout,
    choose(view) {
      setChosenId(view._id)
      changeLayout(view.layout)
      show(view.search)
    },
    showAll() {
      setChosenId('')
      show('')
    },
    markChosen: setChosenId,
    async remove(view) {
      const { message } = await call(calls.deleteView, { query: { id: view._id } })
      await queryClient.invalidateQueries({ queryKey: tableViews(table).queryKey })
      notify.success(message)
    },
    refetch: () => void refetch(),
  }
}
