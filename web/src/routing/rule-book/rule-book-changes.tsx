import { useCurrency } from '../../kit/session/use-currency.ts'
import { Button, Loader } from '@mantine/core'
import type { BookItemChange } from '@despatch/contract/routing/allocation/allocation'
import { formatCount } from '@despatch/domain/money/money'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FieldChanges } from '../../kit/list/field-changes.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { fetchChanges } from './rule-book-queries.ts'
import { allRegions } from './region-queries.ts'
import { fieldChanges, itemTitle } from './rule-book-text.ts'
import styles from './rule-book.module.css'

/** The number of items at first, and with each 'Show more'. */
const SHOWN = 50

type RuleBookChangesProps = {
  readonly version: number
  /** 'before': what the version changed. 'now': what bringing it back would change. */
  readonly against: 'before' | 'now'
}

/** Shows changes of a rule book by item and field, before and after. */
export function RuleBookChanges({ version, against }: RuleBookChangesProps) {
  const changes = useInfiniteQuery({
    queryKey: ['rule-book', 'changes', version, against],
    queryFn: ({ signal, pageParam }) => fetchChanges({ version, against, page: pageParam, limit: SHOWN }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (total > pages.length * SHOWN ? pages.length + 1 : undefined),
  })
  const { data, error, isPending, hasNextPage, isFetchingNextPage } = changes
  if (isPending) return <Loader size="sm" aria-label="Loading changes" />
  if (!data) return <TableProblem error={error} onRetry={() => void changes.refetch()} isInline />
  const items = data.pages.flatMap((page) => page.items)
  const [{ total, version: shown } = { total: 0, version: undefined }] = data.pages
  // Changes on screens that the user may not read are only counted.
  const untold = against === 'before' ? (shown?.changes ?? 0) - total : 0
  if (items.length === 0 && untold <= 0)
    return <p className={styles.remark}>No changes. The carrier rules already match this version.</p>
  return (
    <>
      <ul className={styles.items} aria-label="Changes">
        {items.map((item) => (
          <Item key={`${item.kind} ${item.key}`} item={item} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="sm"
          loading={isFetchingNextPage}
          onClick={() => void changes.fetchNextPage()}
        >
          Show more of {formatCount(total)}
        </Button>
      )}
      {untold > 0 && (
        <p className={styles.remark}>
          {formatCount(untold)} {untold === 1 ? 'change is' : 'changes are'} on screens you don’t have access to.
        </p>
      )}
    </>
  )
}

function Item({ item }: { readonly item: BookItemChange }) {
  // Show codes until the names have loaded.
  const regions = useQuery(allRegions).data ?? []
  const currency = useCurrency()
  const state = item.before === null ? 'added' : item.after === null ? 'removed' : ''
  return (
    <li>
      <div className={styles.itemHead}>
        <strong>{itemTitle(item)}</strong>
        {state && <span className={styles.remark}>{state}</span>}
      </div>
      <FieldChanges changes={fieldChanges(item, regions, currency)} />
    </li>
  )
}
