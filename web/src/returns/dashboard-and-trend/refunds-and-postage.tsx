import type { returnFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount, formatMoney } from '@despatch/domain/money/money'
import parts from '../../kit/record/record-parts.module.css'
import { RecordSection } from '../../kit/record/record-section.tsx'
import { Definition } from '../../kit/tile/definition.tsx'
import styles from './figures.module.css'

type RefundsAndPostageProps = Pick<RouteAnswer<typeof returnFigures.dashboard>, 'refunds' | 'postage'>
type Row = { readonly name: string; readonly amount: string; readonly currency: string; readonly of?: string }

const TITLE = 'Refunds and postage'

/** What was refunded and paid for postage, in each currency; nothing if nothing was. */
export function RefundsAndPostage({ refunds, postage }: RefundsAndPostageProps) {
  const rows: readonly Row[] = [
    ...refunds.flatMap(({ currency, amount, deduction, returns }) => [
      { name: 'Refunded', amount, currency, of: counted(returns, 'return') },
      ...ifAny({ name: 'Deducted', amount: deduction, currency }),
    ]),
    ...postage.flatMap(({ currency, amount, shoppersPay, parcels }) => [
      { name: 'Return postage', amount, currency, of: counted(parcels, 'parcel') },
      ...ifAny({ name: 'Customers pay', amount: shoppersPay, currency }),
    ]),
  ]
  if (rows.length === 0) return null
  return (
    <div>
      <RecordSection title={TITLE} beside={<Definition of={TITLE} definition={DEFINITION} />}>
        <div className={styles.money}>
          <table className={parts.rows} aria-label={TITLE}>
            <tbody>
              {rows.map(({ name, amount, currency, of }) => (
                <tr key={`${name} ${currency}`}>
                  <th scope="row">{name}</th>
                  <td className={parts.number}>{formatMoney(amount, currency)}</td>
                  <td>{of}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </RecordSection>
    </div>
  )
}

const DEFINITION =
  'Refunds paid on these dates, after deductions, and postage of returns announced on these dates and sent. Other filters don’t apply.'

const counted = (count: number, noun: string) => `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`
const ifAny = (row: Row): readonly Row[] => (Number(row.amount) > 0 ? [row] : [])
