import { Button } from '@mantine/core'
import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { formatCount } from '@despatch/domain/money/money'
import { Fragment, useState } from 'react'
import { DayText, MomentText, Status } from '../../kit/list/columns/cells.tsx'
import { DisputeLink } from '../disputes/dispute-link.tsx'
import { DueDay } from '../due-day.tsx'
import { Fact, Facts } from '../facts.tsx'
import { Amount, Variance } from '../figures.tsx'
import { amountText, countText, STATUS_MEANINGS } from '../invoice-text.ts'
import { useIsOperator, useDecideDisabledReason } from '../use-invoice-rights.ts'
import { CurrencyDialog } from './currency-dialog.tsx'
import styles from './details.module.css'

/** A strip with the main facts about an invoice, its status first. */
export function InvoiceFacts({ invoice }: { readonly invoice: InvoiceSummary }) {
  const { status, currency, leftToDecide, account, carrierName, clients } = invoice
  const [only, another] = clients
  return (
    <>
      <Facts>
        <Fact name="Status">
          <Status meaning={STATUS_MEANINGS[status]}>{status}</Status>
        </Fact>
        <Fact name="Carrier">{account ? `${carrierName}, account ${account}` : carrierName}</Fact>
        <Fact name="Invoice date">
          <DayText day={invoice.invoiceDay} />
        </Fact>
        <Fact name="Due">
          <DueDay invoice={invoice} />
        </Fact>
        <Fact name="Billed, net">
          <Amount amount={invoice.totalCarrier} currency={currency} />
        </Fact>
        <Fact name="Tax">
          {invoice.totalTax === null ? 'Not stated' : <Amount amount={invoice.totalTax} currency={currency} />}
        </Fact>
        <Fact name="Matched">
          <Amount amount={invoice.matched} currency={currency} />
        </Fact>
        <Fact name="Expected">
          <Amount amount={invoice.expected} currency={currency} />
        </Fact>
        <Fact name="Variance">
          <Variance amount={invoice.variance} currency={currency} />
        </Fact>
        <Fact name="To review">
          {leftToDecide === 0
            ? 'Nothing'
            : `${amountText(invoice.leftToDecideAmount, currency)} (${countText(leftToDecide, ['row', 'rows'])})`}
        </Fact>
        <Fact name="Payable, with tax">
          <Amount amount={invoice.payable} currency={currency} />
        </Fact>
        <Fact name="Disputed">
          {invoice.disputes.count > 0 && (
            <>
              {`${amountText(invoice.disputes.claimed, currency)}, ${amountText(invoice.disputes.open, currency)} open `}
              {invoice.disputes.newest.map((one) => (
                <Fragment key={one.number}>
                  {' '}
                  <DisputeLink of={one} />
                </Fragment>
              ))}
              {invoice.disputes.count > 3 && ` and ${formatCount(invoice.disputes.count - 3)} more`}
            </>
          )}
        </Fact>
        <Fact name="Details">
          {`${formatCount(invoice.details)}, ${countText(invoice.parcels, ['parcel', 'parcels'])}`}
        </Fact>
        {/* Six names would need a line of their own. */}
        {another ? (
          <Fact name="Clients">
            <span title={invoice.parcelClient}>{clients.length}</span>
          </Fact>
        ) : (
          <Fact name="Client">{only?.clientName}</Fact>
        )}
        <Fact name="Currency">{currency === '' && <MissingCurrency invoice={invoice} />}</Fact>
      </Facts>
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
