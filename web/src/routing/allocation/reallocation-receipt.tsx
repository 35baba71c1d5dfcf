import { Button, Progress, Table } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { Status } from '../../kit/list/columns/cells.tsx'
import { Receipt } from '../../kit/list/receipt.tsx'
import { type ReallocationReceipt, type ReallocationRun, reallocationRun, reallocationText } from './allocate-again.ts'
import styles from '../exceptions-and-history/carrier-history.module.css'

const OUTCOMES = {
  allocated: { meaning: 'good', word: 'Allocated' },
  exception: { meaning: 'bad', word: 'Still an exception' },
  refused: { meaning: 'attention', word: 'Failed' },
} as const
/** The table above the list shows at most this many receipts, successful ones last. */
const SHOWN = 200

/** Shows the progress of allocating orders again, then each order's new carrier or reason. */
export function ReallocationReceipts({ run }: { readonly run: ReallocationRun }) {
  if (run.state !== 'ended') return <ReallocationProgress run={run} />
  const { receipts, problem, done, total } = run
  const left = total - done
  const worstFirst = receipts.toSorted((one, other) => rank(one) - rank(other))
  const isGood = problem === undefined && left === 0 && receipts.every(({ outcome }) => outcome === 'allocated')
  return (
    <Receipt isGood={isGood} onClose={() => reallocationRun.set(undefined)}>
      <p>
        {receipts.length > 0 && reallocationText(receipts)}
        {problem !== undefined && ` ${problem}`}
        {left > 0 && ` ${formatCount(left)} of ${formatCount(total)} were left unchanged.`}
      </p>
      {receipts.length > 0 && (
        <Table aria-label="Outcome">
          <Table.Tbody>
            {worstFirst.slice(0, SHOWN).map((receipt) => (
              <Table.Tr key={`${receipt.clientCode} ${receipt.orderNumber}`}>
                <Table.Td className="reference">
                  <OrderLink order={receipt} />
                </Table.Td>
                <Table.Td>
                  <Status meaning={OUTCOMES[receipt.outcome].meaning}>{OUTCOMES[receipt.outcome].word}</Status>
                </Table.Td>
                <Table.Td>{receipt.message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {receipts.length > SHOWN && <p>And {formatCount(receipts.length - SHOWN)} more, which the list shows.</p>}
    </Receipt>
  )
}

const RANKS = Object.keys(OUTCOMES).toReversed()
const rank = ({ outcome }: ReallocationReceipt) => RANKS.indexOf(outcome)

function ReallocationProgress({ run: { done, total, state, stop } }: { readonly run: ReallocationRun }) {
  return (
    <div className={styles.progress}>
      <Progress value={(100 * done) / Math.max(1, total)} aria-label="Progress of re-allocation" />
      <span role="status">
        {formatCount(done)} of {formatCount(total)} {total === 1 ? 'order' : 'orders'} re-allocated
      </span>
      <Button variant="default" size="compact-sm" disabled={state === 'stopping'} onClick={stop}>
        {state === 'stopping' ? 'Stopping…' : 'Stop'}
      </Button>
    </div>
  )
}
