import { Button } from '@mantine/core'
import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { Reference } from '../kit/list/columns/cells.tsx'
import { PeekDrawer } from '../kit/list/peek-drawer.tsx'
import { CauseList } from './invoice-details/cause-list.tsx'
import { InvoiceFacts } from './invoice-details/invoice-facts.tsx'
import { VerdictList } from './invoice-details/verdict-list.tsx'
import styles from './invoice-details/details.module.css'

type InvoicePeekProps = {
  readonly of: InvoiceSummary | undefined
  readonly onClose: () => void
  readonly onOpen: (invoice: InvoiceSummary) => void
}

/** A preview of an invoice beside the list: its sums, causes, and what is left to decide. */
export function InvoicePeek({ of, onClose, onOpen }: InvoicePeekProps) {
  return (
    <PeekDrawer of={of} size="lg" title={({ invoiceNumber }) => <Reference text={invoiceNumber} />} onClose={onClose}>
      {(invoice) => (
        <div className={styles.peek}>
          <Button size="xs" data-autofocus onClick={() => onOpen(invoice)}>
            Open the invoice
          </Button>
          <InvoiceFacts invoice={invoice} />
          <CauseList invoice={invoice} />
          <VerdictList invoice={invoice} />
        </div>
      )}
    </PeekDrawer>
  )
}
