import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { ClientOfRecord } from '../../kit/record/client-of-record.tsx'
import { useSeesRuleBook } from '../../kit/session/use-visibility.ts'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { Status } from '../../kit/list/columns/cells.tsx'
import { RULE_BOOK, RULE_BOOK_LEAF, ruleBookAddress } from './rule-book-places.ts'
import { ruleBookNow } from './rule-book-queries.ts'
import styles from './rule-book.module.css'

/** Beside the title of a record of the carrier rules: its client, and the rules. */
export const BesideTitle = () => (
  <>
    <ClientOfRecord />
    <RuleBookLink />
  </>
)

/** Shows the rule book's version and number of findings beside a title, with links to both. */
export function RuleBookLink() {
  const seesRules = useSeesRuleBook()
  const { data } = useQuery({ ...ruleBookNow, enabled: seesRules })
  const mayOpen = useCanOpen(RULE_BOOK_LEAF)
  if (!data || !seesRules) return null
  const version = `Rules v${data.version}`
  const found = data.findings > 0 && (
    <Status meaning="attention">
      {formatCount(data.findings)} {data.findings === 1 ? 'issue' : 'issues'}
    </Status>
  )
  if (!mayOpen)
    return (
      <span className={styles.link}>
        {version}
        {found}
      </span>
    )
  return (
    <span className={styles.link}>
      <ScreenLink to={RULE_BOOK}>{version}</ScreenLink>
      {found && <ScreenLink to={ruleBookAddress({ tab: 'check' })}>{found}</ScreenLink>}
    </span>
  )
}
