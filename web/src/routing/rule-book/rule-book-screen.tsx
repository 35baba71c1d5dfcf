import { Tabs } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { RuleBookCheck } from './rule-book-check.tsx'
import { ruleBookNow, ruleBookSearchShape } from './rule-book-queries.ts'
import { RuleBookVersions } from './rule-book-versions.tsx'
import styles from './rule-book.module.css'

const TITLE = 'Carrier Rules'
/** The client's rule book: its versions and findings. */
export function RuleBookScreen() {
  return (
    <ForOneClient title={TITLE} what="see its carrier rules">
      {() => <RuleBook />}
    </ForOneClient>
  )
}

function RuleBook() {
  const [search, change] = useScreenSearch(ruleBookSearchShape)
  const { data } = useQuery(ruleBookNow)
  const tabs = (
    <Tabs.List>
      <Tabs.Tab value="versions">Versions</Tabs.Tab>
      <Tabs.Tab value="check">Issues{data && data.findings > 0 && ` (${formatCount(data.findings)})`}</Tabs.Tab>
    </Tabs.List>
  )
  return (
    <Tabs
      className={styles.tabsFrame ?? ''}
      value={search.tab}
      onChange={(tab) => change({ tab: tab === 'check' ? 'check' : 'versions', page: 1 })}
    >
      {search.tab === 'versions' ? (
        <RuleBookVersions title={TITLE} tabs={tabs} search={search} onSearch={change} />
      ) : (
        <RuleBookCheck title={TITLE} tabs={tabs} search={search} onSearch={change} />
      )}
    </Tabs>
  )
}
