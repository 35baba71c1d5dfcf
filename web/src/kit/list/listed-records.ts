import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createStore, useStore } from '../browser/store.ts'
import type { RowWindow } from './rows/row-windows.ts'

/** The loaded rows of a list, as addresses of their records, in the list's order. */
type ListedRecords = {
  readonly addresses: readonly string[]
  /** The number of rows before the first. */
  readonly before: number
  /** Undefined until it is counted. */
  readonly total: number | undefined
}

/** By path of the list, as it was last shown in this window. Gone after a reload. */
const listed = createStore<Readonly<Record<string, ListedRecords>>>({})

type ShownRows<Row> = {
  readonly table: { readonly rows: readonly Row[] | readonly RowWindow<Row>[] | undefined }
  readonly foot: { readonly page: number; readonly pageSize: number }
  readonly total: number | undefined
}

/** Tells the records of a list their places in it. */
export function useListedRecords<Row extends object>(
  { table: { rows = [] }, foot, total }: ShownRows<Row>,
  addressOf: ((row: Row) => string) | undefined,
): void {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    if (!addressOf || rows.length === 0) return
    const [first] = rows
    const before = first && 'start' in first ? first.start : (foot.page - 1) * foot.pageSize
    const all = rows.flatMap((one) => ('start' in one ? one.rows : [one]))
    listed.set({ ...listed.get(), [path]: { addresses: all.map(addressOf), before, total } })
  })
}

/** The place of a record in a list, counted from 1, and its neighbours among the loaded rows. */
export type RecordPlace = {
  /** The path of the list. */
  readonly list: string
  readonly position: number
  readonly total: number | undefined
  readonly previous: string | undefined
  readonly next: string | undefined
}

/** The place of a record in the first of some lists that shows it; undefined if none does. */
export function useRecordPlace(paths: readonly string[], address: string | undefined): RecordPlace | undefined {
  const all = useStore(listed)
  if (address === undefined) return undefined
  const list = paths.find((path) => all[path]?.addresses.includes(address))
  const rows = list === undefined ? undefined : all[list]
  if (list === undefined || !rows) return undefined
  const at = rows.addresses.indexOf(address)
  return {
    list,
    position: rows.before + at + 1,
    total: rows.total,
    previous: rows.addresses[at - 1],
    next: rows.addresses[at + 1],
  }
}
