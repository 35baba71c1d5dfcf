import type { LateBilling, MissingInvoice } from '@despatch/contract/invoices/still-to-be-billed'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { amountText, countText } from '../invoice-text.ts'
import styles from './required.module.css'

type RequiredNotesProps = {
  readonly missingInvoices: readonly MissingInvoice[]
  readonly billedLate: readonly LateBilling[]
}

const RHYTHMS = { weekly: 'billed weekly', fortnightly: 'billed every two weeks', monthly: 'billed monthly' } as const

/** Invoices that are missing from a carrier's billing rhythm, and parcels billed late. */
export function RequiredNotes({ missingInvoices, billedLate }: RequiredNotesProps) {
  if (missingInvoices.length === 0 && billedLate.length === 0) return null
  return (
    <div className={styles.notes}>
      {missingInvoices.length > 0 && (
        <section aria-label="Missing invoices">
          <h2>Missing invoices</h2>
          <ul>
            {missingInvoices.map((one) => (
              <li key={`${one.carrierCode} ${one.account}`}>
                <strong>{one.carrierName}</strong>
                {one.account && `, account ${one.account}`}: {RHYTHMS[one.rhythm]}, but no invoice received around{' '}
                {one.missing.map(formatDayShort).join(', ')}. The latest is dated {formatDayShort(one.last)}.
              </li>
            ))}
          </ul>
        </section>
      )}
      {billedLate.length > 0 && (
        <section aria-label="Billed late">
          <h2>Billed late in the last 30 days</h2>
          <ul>
            {billedLate.map((one) => (
              <li key={`${one.carrierCode} ${one.currency}`}>
                <strong>{one.carrierName}</strong>: {countText(one.parcels, ['parcel', 'parcels'])} billed more than 60
                days after despatch, the first despatched on {formatDayShort(one.despatchedFrom)}. Expected cost{' '}
                {amountText(one.cost, one.currency)}.
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
