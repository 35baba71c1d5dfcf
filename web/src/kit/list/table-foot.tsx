import { ActionIcon, NativeSelect } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { ALL_ROWS, pageSizeOptions } from './page-size.ts'
import styles from './table-foot.module.css'

type TableFootProps = {
  /** Counts from 1. */
  readonly page: number
  readonly pageSize: number
  /** The default page size, if it is not the usual one. */
  readonly defaultSize?: number
  /** Rows on this page; with 'All', rows seen so far. */
  readonly count: number
  /** All matching rows; undefined until they are counted. */
  readonly total: number | undefined
  readonly hasMore: boolean
  /** The previous page is still shown while the requested one loads. */
  readonly isBehind?: boolean
  /** An error is shown instead of the rows. */
  readonly hasFailed?: boolean
  readonly onPage: (page: number) => void
  readonly onPageSize: (pageSize: number) => void
}

/** The page size and position below a list. */
export function TableFoot(props: TableFootProps) {
  const {
    page,
    pageSize,
    defaultSize,
    count,
    total,
    hasMore,
    isBehind = false,
    hasFailed = false,
    onPage,
    onPageSize,
  } = props
  const isAll = pageSize === ALL_ROWS
  const first = (page - 1) * pageSize + 1
  const of = total === undefined ? '' : ` of ${formatCount(total)}`
  const position = isAll
    ? total === undefined
      ? count === 0
        ? hasFailed
          ? ''
          : 'Counting'
        : `${formatCount(count)} so far, more at the end`
      : `All ${formatCount(total)}`
    : count === 0
      ? total === undefined
        ? ''
        : 'None'
      : `${formatCount(first)} to ${formatCount(first + count - 1)}${of}`
  const [settled, setSettled] = useState(position)
  if (!isBehind && settled !== position) setSettled(position)
  return (
    <div className={styles.foot}>
      <NativeSelect
        size="xs"
        aria-label="Rows a page"
        value={String(pageSize)}
        data={pageSizeOptions(defaultSize).map((size) => ({
          value: String(size),
          label: size === ALL_ROWS ? 'All' : `${formatCount(size)} a page`,
        }))}
        onChange={(event) => onPageSize(Number(event.currentTarget.value))}
      />
      <span className={styles.position} aria-live="polite">
        {isBehind && !isAll ? settled : position}
      </span>
      {!isAll && (
        <>
          <ActionIcon variant="subtle" aria-label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon variant="subtle" aria-label="Next page" disabled={!hasMore} onClick={() => onPage(page + 1)}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </>
      )}
    </div>
  )
}
