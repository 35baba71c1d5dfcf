import { Button } from '@mantine/core'
import { AGES, type Age } from '@despatch/domain/invoices/dispute'
import { useQuery } from '@tanstack/react-query'
import { amountText } from '../invoice-text.ts'
import parts from '../../kit/record/record-parts.module.css'
import styles from './disputes.module.css'
import { ageingNow } from './dispute-queries.ts'

type AgeingTableProps = { readonly onNarrow: (part: { readonly carrier: string; readonly age: Age | '' }) => void }

const HEADINGS: Readonly<Record<Age, string>> = {
  'not due': 'Not due',
  '0–30 days': '0–30 days late',
  '31–60 days': '31–60 days',
  '61–90 days': '61–90 days',
  'over 90 days': 'Over 90 days',
}

/** What carriers still owe from disputes, by time since the deadline; each sum filters the list. */
export function AgeingTable({ onNarrow }: AgeingTableProps) {
  const { data: carriers } = useQuery(ageingNow)
  if (!carriers || carriers.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div className={parts.sums} tabIndex={0} role="group" aria-label="Outstanding by carrier">
      <table aria-label="Outstanding by carrier and age">
        <thead>
          <tr>
            <th scope="col">Outstanding</th>
            {AGES.map((age) => (
              <th key={age} scope="col">
                {HEADINGS[age]}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {carriers.map(({ carrierCode, carrierName, currency, open, ages }) => (
            <tr key={`${carrierCode} ${currency}`}>
              <th scope="row">{carrierName}</th>
              {ages.map(({ age, disputes, open: amount }) => (
                <td key={age}>
                  {disputes === 0 ? (
                    '–'
                  ) : (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      title={`${disputes} ${disputes === 1 ? 'dispute' : 'disputes'}`}
                      onClick={() => onNarrow({ carrier: carrierCode, age })}
                    >
                      {amountText(amount, currency)}
                    </Button>
                  )}
                </td>
              ))}
              <td className={styles.sum}>{amountText(open, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
