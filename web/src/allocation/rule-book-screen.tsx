import { Tabs } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { ForOneClient } from '../session/for-one-client.tsx'
import { pageSizeOf } from '../table/page-size.ts'
import { useScreenSearch } from '../table/screen-search.ts'
import { RuleBookCheck } from './rule-book-check.tsx'
import { ruleBookNow } from './rule-book-queries.ts'
import { RuleBookVersions } from './rule-book-versions.tsx'
import styles from './rule-book.module.css'

const TITLE = 'Rule Book'
const shape = z.object({
  tab: z.enum(['versions', 'check']).catch('versions'),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
})
export type RuleBookSearch = z.output<typeof shape>

/** All that an allocation of the client depends on, in its versions; and what its check finds. */
export function RuleBookScreen() {
  return (
    <ForOneClient title={TITLE} what="A rule book">
      {() => <RuleBook />}
    </ForOneClient>
  )
}

function RuleBook() {
  const [search, change] = useScreenSearch(shape)
  const { data } = useQuery(ruleBookNow)
  const tabs = (
    <Tabs.List>
      <Tabs.Tab value="versions">Versions</Tabs.Tab>
      <Tabs.Tab value="check">Check{data && data.findings > 0 && ` (${formatCount(data.findings)})`}</Tabs.Tab>
    </Tabs.List>
  )
  return (
    <Tabs
      className={styles.tabsFrame ?? ''}
      value={search.tab}
      onChange={(tab) => change({ tab: tab === 'check' ? 'check' : 'versions' })}
    >
      {search.tab === 'versions' ? (
        <RuleBookVersions title={TITLE} tabs={tabs} search={search} onSearch={change} />
      ) : (
        <RuleBookCheck title={TITLE} tabs={tabs} />
      )}
    </Tabs>
  )
}
