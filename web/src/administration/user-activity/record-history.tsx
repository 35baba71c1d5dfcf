import { Button, Loader } from '@mantine/core'
import { activity, type HistoryKind } from '@despatch/contract/administration/user-activity/activity'
import { actTitle } from '@despatch/domain/administration/user-activity/acts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../kit/server/call.ts'
import { focusIfLost } from '../../kit/browser/focus.ts'
import { MomentText } from '../../kit/list/columns/cells.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import styles from './activity.module.css'
import { ChangeList } from './change-list.tsx'
import { historyKey } from './history-key.ts'

/** Acts shown at first, and added by each 'Show more'. */
const SHOWN = 50

const NOUNS: Record<HistoryKind, string> = {
  user: 'user',
  role: 'role',
  client: 'client',
  'api-key': 'key',
  webhook: 'webhook',
}

/** The history of a record, newest first: who, when, what, and each field before and after. */
export function RecordHistory({ of, id }: { of: HistoryKind; id: string }) {
  const history = useInfiniteQuery({
    queryKey: [...historyKey(of), id],
    queryFn: ({ signal, pageParam }) =>
      call(activity.history, { query: { of, id, page: String(pageParam), limit: String(SHOWN) } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length + 1 : undefined),
  })
  const { data, error, isPending, hasNextPage, isFetchingNextPage } = history
  const list = useRef<HTMLOListElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const wasFetching = useRef(false)
  // The button is disabled while loading, and vanishes with the last acts: keep the focus.
  useEffect(() => {
    if (wasFetching.current && !isFetchingNextPage) focusIfLost(more.current ?? list.current)
    wasFetching.current = isFetchingNextPage
  }, [isFetchingNextPage])
  const acts = data?.pages.flatMap((page) => page.activity) ?? []

  if (isPending) return <Loader size="sm" aria-label="Loading the history" />
  if (error && acts.length === 0) return <TableProblem error={error} onRetry={() => void history.refetch()} />
  if (acts.length === 0)
    return (
      <p className={styles.remark} role="status">
        No changes to this {NOUNS[of]} since its history began.
      </p>
    )
  return (
    <>
      <ol ref={list} tabIndex={-1} className={styles.history} aria-label="History, newest first" reversed>
        {acts.map((act) => (
          <li key={act.id}>
            <div className={styles.entryHead}>
              <strong>{actTitle(act.act)}</strong>
              <span className={styles.remark}>
                <MomentText at={act.at} />, by {act.by}
              </span>
            </div>
            <ChangeList act={act} />
          </li>
        ))}
      </ol>
      {error && <TableProblem error={error} onRetry={() => void history.fetchNextPage()} isInline />}
      {hasNextPage && (
        <Button
          ref={more}
          variant="subtle"
          size="compact-sm"
          mt="sm"
          loading={isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}
