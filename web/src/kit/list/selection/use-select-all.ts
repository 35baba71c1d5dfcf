import { hashKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isAbort, messageOf } from '../../server/api-error.ts'
import { notify } from '../../notify/notify.ts'
import type { usePagedList } from '../use-paged-list.ts'

type SelectAllOptions<Row> = {
  /** Identifies the list with its filters, without its page. */
  readonly key: readonly unknown[]
  /** The most rows that can be selected at once. */
  readonly max: number
  readonly fetchAll: (max: number, signal: AbortSignal) => Promise<readonly Row[]>
}

/** Adds the selection of all matching rows to a list. They are fetched first, because most are not loaded. */
export function useSelectAll<Row>(
  list: ReturnType<typeof usePagedList<Row>>,
  { key, max, fetchAll }: SelectAllOptions<Row>,
) {
  const [choosing, setChoosing] = useState<AbortController>()
  // The list for which all matching rows were selected, and how many they were.
  const [all, setAll] = useState<{ list: string; count: number }>()
  const listKey = hashKey(key)
  useEffect(() => () => choosing?.abort(), [choosing])

  async function selectAll() {
    const controller = new AbortController()
    setChoosing(controller)
    try {
      const found = await fetchAll(max, controller.signal)
      list.selectRows(found)
      setAll({ list: listKey, count: found.length })
    } catch (error) {
      if (!isAbort(error)) notify.danger(messageOf(error))
    } finally {
      setChoosing(undefined)
    }
  }
  return {
    ...list,
    selectAll: list.total !== undefined && list.total <= max ? () => void selectAll() : undefined,
    isChoosing: choosing !== undefined,
    /** Exactly the matching rows are selected. */
    isAll: all?.list === listKey && all.count === list.selectedCount,
    clear() {
      choosing?.abort()
      list.clear()
    },
  }
}
