import { Loader, Tabs } from '@mantine/core'
import type { FindingAnswer } from '@despatch/contract/routing/allocation/allocation'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { EmptyTable, TableProblem } from '../../kit/list/table-states.tsx'
import { TableFoot } from '../../kit/list/table-foot.tsx'
import { screenToCorrect } from './rule-book-places.ts'
import { type RuleBookSearch, ruleBookFindings, ruleBookNow } from './rule-book-queries.ts'
import styles from './rule-book.module.css'

type RuleBookCheckProps = {
  readonly title: string
  readonly tabs: ReactNode
  readonly search: RuleBookSearch
  readonly onSearch: (change: Partial<RuleBookSearch>) => void
}

/** Lists the findings of the rule book by the screen that corrects them, with example consignments. */
export function RuleBookCheck({ title, tabs, search, onSearch }: RuleBookCheckProps) {
  const { data, error, isPending, refetch } = useQuery(ruleBookFindings)
  const { data: now } = useQuery(ruleBookNow)
  const found = data?.findings ?? []
  const screens = Map.groupBy(found, (finding) => screenToCorrect(finding).title)
  const { limit } = search
  // There may be fewer pages than when the user chose one.
  const page = Math.max(1, Math.min(search.page, Math.ceil(found.length / limit)))
  const shown = [...screens.values()].flat().slice((page - 1) * limit, page * limit)
  const total = now?.version === data?.version ? (now?.findings ?? found.length) : found.length
  return (
    <ListPage
      title={title}
      counted={data && countLabel(found.length, total, data.version)}
      filters={tabs}
      foot={
        found.length > 0 && (
          <TableFoot
            page={page}
            pageSize={limit}
            count={shown.length}
            total={found.length}
            hasMore={page * limit < found.length}
            onPage={(next) => onSearch({ page: next })}
            onPageSize={(size) => onSearch({ limit: size, page: 1 })}
          />
        )
      }
    >
      <Tabs.Panel value="check" className={styles.panel ?? ''}>
        {isPending && <Loader size="sm" m="md" aria-label="Checking the carrier rules" />}
        {error && !data && <TableProblem error={error} onRetry={() => void refetch()} />}
        {data && found.length === 0 && (
          <EmptyTable>
            <p>No issues. Prices, active dates, fixed routes, capacities, limits and SKU weights were checked.</p>
          </EmptyTable>
        )}
        {found.length > 0 && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling must work by keyboard
          <div key={page} className={styles.check} tabIndex={0} role="group" aria-label="Issues">
            {[...Map.groupBy(shown, (finding) => screenToCorrect(finding).title)].map(([screen, findings]) => (
              <Screen key={screen} title={screen} findings={findings} count={screens.get(screen)?.length ?? 0} />
            ))}
          </div>
        )}
      </Tabs.Panel>
    </ListPage>
  )
}

function countLabel(shown: number, total: number, version: number): string {
  const found = `${formatCount(total)} ${total === 1 ? 'issue' : 'issues'} in version ${version}`
  return shown < total ? `${found}, the first ${formatCount(shown)} listed` : found
}

type OfScreen = {
  readonly title: string
  /** The findings of the page. */
  readonly findings: readonly FindingAnswer[]
  /** The number of findings on all pages. */
  readonly count: number
}

function Screen({ title, findings, count }: OfScreen) {
  return (
    <section aria-label={title}>
      <h2>
        {title} ({formatCount(count)})
      </h2>
      <ol>
        {findings.map((finding) => (
          <Finding key={`${finding.kind} ${finding.place.key} ${finding.sentence}`} finding={finding} />
        ))}
      </ol>
    </section>
  )
}

function Finding({ finding }: { readonly finding: FindingAnswer }) {
  const { sentence, example } = finding
  const { leaf, title, address } = screenToCorrect(finding)
  const mayOpen = useCanOpen(leaf)
  return (
    <li>
      <div>{sentence}.</div>
      <div>
        {mayOpen && (
          <ScreenLink to={address} inherit={false} aria-label={`Fix in ${title}`}>
            Fix
          </ScreenLink>
        )}
      </div>
      {example && <div className={styles.beneathSentence}>For example: {example.sentence}.</div>}
    </li>
  )
}
