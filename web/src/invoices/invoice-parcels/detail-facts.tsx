import type { InvoiceDetail } from '@despatch/contract/invoices/invoice'
import { DayText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { useCurrency } from '../currency.ts'
import { DisputeLink } from '../disputes/dispute-link.tsx'
import { Fact, Facts } from '../facts.tsx'
import { Amount, Variance } from '../figures.tsx'
import { causesText, STATUS_MEANINGS, VERDICT_MEANINGS, verdictLabel, weightDifference } from '../invoice-text.ts'
import styles from './parcels.module.css'

type DetailFactsProps = { readonly detail: InvoiceDetail; readonly carrierName: string }

/** The main facts about a detail, above its parcels. */
export function DetailFacts({ detail, carrierName }: DetailFactsProps) {
  const currency = useCurrency()
  const { status, verdict, orderNumber, shipmentDay, service, postcode, country, verdictText, causes, reason } = detail
  const summary = [verdictText, weightDifference(detail), causesText(causes, currency)]
    .filter(Boolean)
    .map((text) => (text?.endsWith('.') ? text : `${text}.`))
    .join(' ')
  return (
    <>
      <Facts>
        <Fact name="Result">
          <Status meaning={VERDICT_MEANINGS[verdict]}>{verdictLabel(verdict)}</Status>
        </Fact>
        <Fact name="Status">
          <Status meaning={STATUS_MEANINGS[status]}>{status}</Status>
        </Fact>
        <Fact name="Dispute">{detail.dispute && <DisputeLink of={detail.dispute} />}</Fact>
        <Fact name="Billed">
          <Amount amount={detail.billed} currency={currency} />
        </Fact>
        <Fact name="Expected">
          <Amount amount={detail.expected} currency={currency} />
        </Fact>
        <Fact name="Variance">
          <Variance amount={detail.variance} currency={currency} />
        </Fact>
        <Fact name="Service billed">{[carrierName, service].filter(Boolean).join(', ')}</Fact>
        <Fact name="Order">
          {orderNumber && (
            <Reference text={orderNumber}>
              <OrderLink order={detail} />
            </Reference>
          )}
        </Fact>
        <Fact name="Client">{detail.clientName}</Fact>
        <Fact name="Shipped">{shipmentDay && <DayText day={shipmentDay} />}</Fact>
        <Fact name="Destination">{[postcode, country].filter(Boolean).join(', ')}</Fact>
      </Facts>
      {summary && <p>{summary}</p>}
      {reason && <p className={styles.remark}>Rejected: {reason}</p>}
    </>
  )
}
