import { hashKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isAbort, messageOf } from '../server/api-error.ts'
import { notify } from '../notify/notify.ts'
import type { usePagedList } from './use-paged-list.ts'

type All<Row> = {
  /** Of the list, whatever page of it. */
  readonly key: readonly unknown[]
  /** So many may be selected at once. */
  readonly max: number
  readonly fetchAll: (max: number, signal: AbortSignal) => Promise<readonly Row[]>
}

/** A list of which all rows that match can be selected, on whatever page: they are fetched for it. */
export function useSelectAll<Row>(list: ReturnType<typeof usePagedList<Row>>, { key, max, fetchAll }: All<Row>) {
  const [choosing, setChoosing] = useState<AbortController>()
  // All that matched: the rows that were selected then, and of which list.
  const [all, setAll] = useState<{ list: string; count: number }>()
  const listKey = hashKey(key)
  useEffect(() => () => choosing?.abort(), [choosing])

  /** What goes wrong is said. */
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
    /** All that match are selected, and nothing else. */
    isAll: all?.list === listKey && all.count === list.selectedCount,
    clear() {
      choosing?.abort()
      list.clear()
    },
  }
}
