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
import { VerdictList } from './verdict-list.tsx'

type InvoiceOverviewProps = {
  readonly invoice: InvoiceSummary
  readonly search: Pick<DetailsSearch, 'cause' | 'verdict'>
  readonly onNarrow: (part: Partial<Pick<DetailsSearch, 'cause' | 'verdict'>>) => void
}

/** Users who work through many invoices hide the overview: it stays hidden in this window. */
const KEY = 'despatch.invoice-summary-hidden'

/** The overview above an invoice's details: figures, proof, causes and verdicts. The latter two filter the details. */
export function InvoiceOverview({ invoice, search, onNarrow }: InvoiceOverviewProps) {
  const isOperator = useIsOperator()
  const [isHidden, setIsHidden] = useState(() => windowStorage.readText(KEY) !== '')
  function toggle() {
    windowStorage.writeText(KEY, isHidden ? '' : 'true')
    setIsHidden(!isHidden)
  }
  return (
    <>
      <div className={styles.strip}>
        <InvoiceFacts invoice={invoice} />
      </div>
      {!isHidden && (
        <div className={styles.panels} data-two={!isOperator || undefined}>
          {isOperator && <ProofPanel invoice={invoice} />}
          <CauseList invoice={invoice} chosen={search.cause} onChoose={(cause) => onNarrow({ cause })} />
          <VerdictList invoice={invoice} chosen={search.verdict} onChoose={(verdict) => onNarrow({ verdict })} />
        </div>
      )}
      <Button
        variant="subtle"
        size="compact-xs"
        className={styles.toggle ?? ''}
        aria-expanded={!isHidden}
        onClick={toggle}
      >
        {isHidden ? 'Show' : 'Hide'} {isOperator ? 'totals, causes and results' : 'causes and results'}
      </Button>
    </>
  )
}
