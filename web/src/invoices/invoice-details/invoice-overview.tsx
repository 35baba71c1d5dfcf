import { Button } from '@mantine/core'
import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { useState } from 'react'
import { windowStorage } from '../../kit/browser/storage.ts'
import type { DetailsSearch } from '../invoice-queries.ts'
import { useIsOperator } from '../use-invoice-rights.ts'
import { CauseList } from './cause-list.tsx'
import styles from './details.module.css'
import { InvoiceFacts } from './invoice-facts.tsx'
import { ProofPanel } from './proof-panel.tsx'
import { ResultBar } from './result-bar.tsx'
import { VerdictList } from './verdict-list.tsx'

type InvoiceOverviewProps = {
  readonly invoice: InvoiceSummary
  readonly search: Pick<DetailsSearch, 'cause' | 'verdict'>
  readonly onNarrow: (part: Partial<Pick<DetailsSearch, 'cause' | 'verdict'>>) => void
}

/** The tables stay open in this window once the user opens them. They are open if totals do not match. */
const KEY = 'despatch.invoice-summary-shown'

/**
 * The overview above an invoice's details: facts and a bar of results; on request how its totals were read, the causes
 * and the sums of results. Causes and results filter the details.
 */
export function InvoiceOverview({ invoice, search, onNarrow }: InvoiceOverviewProps) {
  const isOperator = useIsOperator()
  const [isShown, setIsShown] = useState(
    () => windowStorage.readText(KEY) !== '' || invoice.proof === 'does not add up',
  )
  function toggle() {
    windowStorage.writeText(KEY, isShown ? '' : 'true')
    setIsShown(!isShown)
  }
  const chooseVerdict = (verdict: DetailsSearch['verdict']) => onNarrow({ verdict })
  return (
    <>
      <div className={styles.strip}>
        <InvoiceFacts invoice={invoice} />
        <div className={styles.results}>
          <ResultBar invoice={invoice} chosen={search.verdict} onChoose={chooseVerdict} />
          <Button variant="subtle" size="compact-xs" aria-expanded={isShown} onClick={toggle}>
            {isShown ? 'Hide' : 'Show'} {isOperator ? 'totals, causes and results' : 'causes and results'}
          </Button>
        </div>
      </div>
      {isShown && (
        <div className={styles.panels} data-two={!isOperator || undefined}>
          {isOperator && <ProofPanel invoice={invoice} />}
          <CauseList invoice={invoice} chosen={search.cause} onChoose={(cause) => onNarrow({ cause })} />
          <VerdictList invoice={invoice} chosen={search.verdict} onChoose={chooseVerdict} />
        </div>
      )}
    </>
  )
}
