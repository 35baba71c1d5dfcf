import type { LateBilling, MissingInvoice } from '@despatch/contract/invoices/required'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { amountText } from '../invoice-text.ts'
import styles from './required.module.css'

type RequiredNotesProps = {
  readonly missingInvoices: readonly MissingInvoice[]
  readonly billedLate: readonly LateBilling[]
}

const RHYTHMS = { weekly: 'billed weekly', fortnightly: 'billed every two weeks', monthly: 'billed monthly' } as const

/** What is not as it should be beside what is missing: invoices that did not come, and parcels billed late. */
export function RequiredNotes({ missingInvoices, billedLate }: RequiredNotesProps) {
  if (missingInvoices.length === 0 && billedLate.length === 0) return null
  return (
    <div className={styles.notes}>
      {missingInvoices.length > 0 && (
        <section aria-label="Invoices that did not come">
          <h2>Invoices that did not come</h2>
          <ul>
            {missingInvoices.map((one) => (
              <li key={`${one.carrierCode} ${one.account}`}>
                <strong>{one.carrierName}</strong>
                {one.account && `, account ${one.account}`}: {RHYTHMS[one.rhythm]}, last invoice{' '}
                {formatDayShort(one.last)}. Expected about {one.missing.map(formatDayShort).join(', ')}.
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
                <strong>{one.carrierName}</strong>: {formatCount(one.parcels)}{' '}
                {one.parcels === 1 ? 'parcel' : 'parcels'} that left more than 60 days before, the first on{' '}
                {formatDayShort(one.despatchedFrom)}. They should cost {amountText(one.cost, one.currency)}.
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
