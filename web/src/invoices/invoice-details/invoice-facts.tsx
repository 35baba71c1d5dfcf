import { Button } from '@mantine/core'
import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { formatCount } from '@despatch/domain/money/money'
import { Fragment, useState } from 'react'
import { DayText, MomentText } from '../../kit/list/columns/cells.tsx'
import { RecordFacts } from '../../kit/record/record-facts.tsx'
import { DisputeLink } from '../disputes/dispute-link.tsx'
import { DueDay } from '../due-day.tsx'
import { Amount, Variance } from '../figures.tsx'
import { amountText, countText, STATUS_MEANINGS } from '../invoice-text.ts'
import { useIsOperator, useDecideDisabledReason } from '../use-invoice-rights.ts'
import { CurrencyDialog } from './currency-dialog.tsx'
import styles from './details.module.css'

/** The main facts about an invoice, its status first. */
export function InvoiceFacts({ invoice }: { readonly invoice: InvoiceSummary }) {
  const { status, currency, leftToDecide, account, carrierName, clients } = invoice
  const [only, another] = clients
  return (
    <>
      <RecordFacts
        status={{ meaning: STATUS_MEANINGS[status], word: status }}
        facts={{
          Carrier: account ? `${carrierName}, account ${account}` : carrierName,
          Due: <DueDay invoice={invoice} />,
          Currency: currency === '' && <MissingCurrency invoice={invoice} />,
          'Billed, net': <Amount amount={invoice.totalCarrier} currency={currency} />,
          Variance: <Variance amount={invoice.variance} currency={currency} />,
          'To review':
            leftToDecide === 0
              ? 'Nothing'
              : `${amountText(invoice.leftToDecideAmount, currency)} (${countText(leftToDecide, ['row', 'rows'])})`,
          'Invoice date': <DayText day={invoice.invoiceDay} />,
          Tax: invoice.totalTax === null ? 'Not stated' : <Amount amount={invoice.totalTax} currency={currency} />,
          Matched: <Amount amount={invoice.matched} currency={currency} />,
          Expected: <Amount amount={invoice.expected} currency={currency} />,
          'Payable, with tax': <Amount amount={invoice.payable} currency={currency} />,
          Disputed: invoice.disputes.count > 0 && <Disputed invoice={invoice} />,
          Details: `${formatCount(invoice.details)}, ${countText(invoice.parcels, ['parcel', 'parcels'])}`,
          // Six names would need a line of their own.
          Clients: another && <span title={invoice.parcelClient}>{clients.length}</span>,
          Client: !another && only?.clientName,
        }}
      />
      {invoice.decidedAt && (
        <p className={styles.remark}>
          {status}
          {invoice.decidedBy && ` by ${invoice.decidedBy}`}, <MomentText at={invoice.decidedAt} />
          {invoice.reason && `: ${invoice.reason}`}
          {invoice.posting && `. Posted in ${invoice.posting}`}
        </p>
      )}
    </>
  )
}

/** What is disputed, with links to the newest disputes. */
function Disputed({ invoice: { disputes, currency } }: { readonly invoice: InvoiceSummary }) {
  return (
    <>
      {`${amountText(disputes.claimed, currency)}, ${amountText(disputes.open, currency)} open `}
      {disputes.newest.map((one) => (
        <Fragment key={one.number}>
          {' '}
          <DisputeLink of={one} />
        </Fragment>
      ))}
      {disputes.count > 3 && ` and ${formatCount(disputes.count - 3)} more`}
    </>
  )
}

/** Without a currency, the rows of the invoice are not judged, and it cannot be posted. */
function MissingCurrency({ invoice }: { readonly invoice: InvoiceSummary }) {
  const isOperator = useIsOperator()
  const whyNot = useDecideDisabledReason()
  const [isAsking, setIsAsking] = useState(false)
  if (!isOperator || whyNot !== undefined) return 'Not stated'
  return (
    <>
      No currency{' '}
      <Button variant="subtle" size="compact-xs" onClick={() => setIsAsking(true)}>
        Choose…
      </Button>
      <CurrencyDialog invoice={invoice} opened={isAsking} onClose={() => setIsAsking(false)} />
    </>
  )
}
