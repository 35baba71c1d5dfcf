import { Tabs } from '@mantine/core'
import type { RuleBookVersion } from '@despatch/contract/routing/allocation/allocation'
import { type ReactNode, useState } from 'react'
import { DataTable } from '../../kit/list/data-table.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { TableFoot } from '../../kit/list/table-foot.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { versionColumns } from './rule-book-columns.tsx'
import { VersionPeek } from './rule-book-peek.tsx'
import { fetchVersions, type RuleBookSearch } from './rule-book-queries.ts'
import styles from './rule-book.module.css'

type RuleBookVersionsProps = {
  readonly title: string
  readonly tabs: ReactNode
  readonly search: RuleBookSearch
  readonly onSearch: (change: Partial<RuleBookSearch>) => void
}

const rowId = ({ version }: RuleBookVersion) => String(version)

/** Lists the versions of the rule book, newest first. */
export function RuleBookVersions({ title, tabs, search, onSearch }: RuleBookVersionsProps) {
  const [peeked, setPeeked] = useState<RuleBookVersion>()
  const [columns] = useState(() => versionColumns(setPeeked))
  const list = usePagedList<RuleBookVersion>({
    queryKey: ['rule-book', 'versions'],
    place: { page: search.page, limit: search.limit, sort: 'version', order: 'desc' },
    onPlace: ({ page, limit }) => onSearch({ ...(page && { page }), ...(limit && { limit }) }),
    fetchPage: fetchVersions,
    rowId,
  })
  const { rows, windowed, isLoading, error, onRetry } = list.table
  return (
    <ListPage
      title={title}
      counted={list.counted(['version', 'versions'])}
      filters={tabs}
      foot={<TableFoot {...list.foot} />}
    >
      <Tabs.Panel value="versions" className={styles.panel ?? ''}>
        <DataTable
          name="rule-book-versions"
          label="Versions, newest first"
          columns={columns}
          rows={rows}
          windowed={windowed}
          rowId={rowId}
          isLoading={isLoading}
          error={error}
          onRetry={onRetry}
          onOpen={setPeeked}
          onPeek={setPeeked}
          empty={
            <p>
              No versions yet. Each saved change to prices, active dates, parcel limits, capacity, fixed routing or
              multi-box routing creates one.
            </p>
          }
        />
      </Tabs.Panel>
      <VersionPeek version={peeked} onClose={() => setPeeked(undefined)} />
    </ListPage>
  )
}
