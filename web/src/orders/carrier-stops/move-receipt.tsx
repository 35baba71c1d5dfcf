import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Store, useStore } from '../../kit/browser/store.ts'
import { Receipt } from '../../kit/list/receipt.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { OrderTable } from '../order-table.tsx'
import styles from './carrier-stops.module.css'
import type { MoveOutcome, MoveResult } from './stop-queries.ts'

const PAGE_SIZE = 20

type MoveReceiptProps = {
  readonly store: Store<MoveResult | undefined>
  readonly undo: (result: MoveResult) => Promise<MoveOutcome>
}

/** The result of the last move of orders: a row for each order, and the way to undo it. */
export function MoveReceipt({ store, undo }: MoveReceiptProps) {
  const result = useStore(store)
  return (
    result && (
      <Shown
        key={result.outcome.commandId + result.outcome.message}
        result={result}
        onUndo={undo}
        onClose={() => store.set(undefined)}
      />
    )
  )
}

type ShownProps = {
  readonly result: MoveResult
  readonly onUndo: MoveReceiptProps['undo']
  readonly onClose: () => void
}

function Shown({ result, onUndo, onClose }: ShownProps) {
  const [page, setPage] = useState(1)
  const { outcome } = result
  const isUndone = outcome.receipts.some(({ undoneAt }) => undoneAt !== null)
  const undo = useMutation({
    mutationFn: () => onUndo(result),
    onError: (error) => notify.danger(messageOf(error)),
  })
  const rows = outcome.receipts.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  return (
    <Receipt isGood={outcome.refused === 0} onClose={onClose}>
      <div className={styles.outcome}>
        <p>{outcome.message}</p>
        {!isUndone && (outcome.done > 0 || result.stopId !== undefined) && (
          <Button size="compact-sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
            Undo
          </Button>
        )}
      </div>
      {rows.length > 0 && (
        <OrderTable
          label="Orders and their carriers"
          rows={rows.map(({ clientCode, orderNumber, message }) => ({ clientCode, orderNumber, cells: [message] }))}
          page={page}
          pageSize={PAGE_SIZE}
          total={outcome.receipts.length}
          onPage={setPage}
        />
      )}
    </Receipt>
  )
}
