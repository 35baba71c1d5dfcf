import type { InvoiceDetail } from '@despatch/contract/invoices/invoice'
import { DayText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { RecordFacts } from '../../kit/record/record-facts.tsx'
import { useCurrency } from '../currency.ts'
import { DisputeLink } from '../disputes/dispute-link.tsx'
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
      <RecordFacts
        status={{ meaning: STATUS_MEANINGS[status], word: status }}
        facts={{
          Result: <Status meaning={VERDICT_MEANINGS[verdict]}>{verdictLabel(verdict)}</Status>,
          Billed: <Amount amount={detail.billed} currency={currency} />,
          Expected: <Amount amount={detail.expected} currency={currency} />,
          Variance: <Variance amount={detail.variance} currency={currency} />,
          Order: orderNumber && (
            <Reference text={orderNumber}>
              <OrderLink order={detail} />
            </Reference>
          ),
          Dispute: detail.dispute && <DisputeLink of={detail.dispute} />,
          'Service billed': [carrierName, service].filter(Boolean).join(', '),
          Client: detail.clientName,
          'Despatch date': shipmentDay && <DayText day={shipmentDay} />,
          Destination: [postcode, country].filter(Boolean).join(', '),
        }}
      />
      {summary && <p>{summary}</p>}
      {reason && <p className={styles.remark}>Rejected: {reason}</p>}
    </>
  )
}
