import type { ReturnsTry, TriedResult } from '@despatch/contract/returns/rules/returns-try'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { formatCount, formatMoney } from '@despatch/domain/money/money'
import fileStyles from '../../kit/form/file.module.css'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import styles from './returns.module.css'

type TryResultProps = { readonly result: TriedResult; readonly over: ReturnsTry['over'] }

/** The result of a trial: totals of both books, and the newest lines that change. */
export function TryResult({ result, over }: TryResultProps) {
  const { lines, changed, moves } = result
  const what = over === 'returns' ? 'returned lines' : 'returnable lines'
  const summary =
    lines === 0
      ? `No ${what} in that time.`
      : changed === 0
        ? `No changes for ${formatCount(lines)} ${what}.`
        : `${formatCount(changed)} of ${formatCount(lines)} ${what} would have another result.`
  return (
    <>
      <p role="status">{summary}</p>
      {lines > 0 && <Sides result={result} />}
      {moves.length > 0 && (
        <h3 className={styles.moves}>
          {changed > moves.length ? `The newest ${formatCount(moves.length)} changes` : 'Changes'}
        </h3>
      )}
      <ul className={styles.list}>
        {moves.map((move, place) => (
          <li key={`${move.orderNumber} ${move.lineNumber} ${move.day} ${place}`}>
            {move.orderNumber}, {move.SKU}, {formatDayShort(move.day)}, {move.reason || 'no reason'}
            <div className={styles.example}>
              {move.before} → {move.after}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function Sides({ result: { before, after, currency } }: Pick<TryResultProps, 'result'>) {
  const rows = [
    ['Allowed', formatCount(before.allowed), formatCount(after.allowed)],
    ['Refused', formatCount(before.refused), formatCount(after.refused)],
    ['For review', formatCount(before.review), formatCount(after.review)],
    ['Customer fees', formatMoney(before.fees, currency), formatMoney(after.fees, currency)],
    [
      'Postage paid by the retailer',
      formatMoney(before.retailerPays, currency),
      formatMoney(after.retailerPays, currency),
    ],
  ]
  return (
    <table className={fileStyles.table} aria-label="Before and after">
      <ColumnHeads texts={['What', 'Live', 'Draft']} />
      <tbody>
        {rows.map(([what, one, other]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{one}</td>
            <td>{other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
