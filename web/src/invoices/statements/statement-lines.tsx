import type { StatementLine } from '@despatch/contract/invoices/statements'
import { amountText, capitalised, sumText } from '../invoice-text.ts'
import styles from './statements.module.css'

/** Accepted cost by carrier and category: a row for each carrier and currency, with the sums of its categories. */
export function StatementLines({ lines }: { readonly lines: readonly StatementLine[] }) {
  const carriers = [...Map.groupBy(lines, ({ carrierCode, currency }) => `${carrierCode} ${currency}`).values()]
  const categories = [...new Set(lines.map(({ category }) => category))]
  return (
    <div className={styles.lines}>
      <table aria-label="By carrier and category">
        <thead>
          <tr>
            <th scope="col">Carrier</th>
            {categories.map((category) => (
              <th key={category} scope="col">
                {capitalised(category)}
              </th>
            ))}
            <th scope="col">Net</th>
          </tr>
        </thead>
        <tbody>
          {carriers.map((of) => {
            const [first] = of
            if (!first) return null
            const { carrierCode, carrierName, currency } = first
            return (
              <tr key={`${carrierCode} ${currency}`}>
                <th scope="row">{carrierName}</th>
                {categories.map((category) => {
                  const line = of.find((one) => one.category === category)
                  return <td key={category}>{line ? amountText(line.net, currency) : '–'}</td>
                })}
                <td>{amountText(sumText(of.map(({ net }) => net)), currency)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
