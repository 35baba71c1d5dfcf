import { Button } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { restoreFocus } from '../../kit/browser/focus.ts'
import { useStore } from '../../kit/browser/store.ts'
import { ExportMenu } from '../../kit/list/export/export-menu.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { Receipt } from '../../kit/list/receipt.tsx'
import { call } from '../../kit/server/call.ts'
import styles from '../invoices.module.css'
import { closeDecision, type Decision, decisions, isOwnDecision, undoDecision } from './decision-store.ts'

type ReceiptRow = RouteAnswer<typeof invoices.receipts>['rows'][number]

const column = columnsOf<ReceiptRow>()
const COLUMNS: Columns<ReceiptRow> = column.columns([
  column.accessor('trackingNumber', { header: 'Tracking number' }),
  column.accessor('before', { header: 'Before' }),
  column.accessor('after', { header: 'After' }),
  column.accessor('undoneAt', { header: 'Undone', meta: { kind: 'time' } }),
])

type DecisionReceiptProps = {
  /** The invoice of the screen: decisions on other invoices are not shown there. */
  readonly summaryID?: string
}

/** The last decision of this window, with an undo button and a receipt for each row. */
export function DecisionReceipt({ summaryID }: DecisionReceiptProps) {
  const all = useStore(decisions)
  const last = all.find((one) => isOwnDecision(one) && (summaryID === undefined || one.summaryIDs.includes(summaryID)))
  return last && <Decided key={last.commandIds.at(-1)} decision={last} />
}

function Decided({ decision }: { readonly decision: Decision }) {
  const { commandIds, message, state, client, done, isPartial, isFinal } = decision
  const [commandId, another] = commandIds
  return (
    <Receipt isGood={state !== 'undone' && !isPartial} onClose={() => closeDecision(decision)}>
      <div className={styles.receipt}>
        <p>{message}</p>
        {state !== 'undone' && done > 0 && !isFinal && (
          <Button
            size="compact-sm"
            variant="default"
            loading={state === 'undoing'}
            onClick={() => void undoDecision(decision).finally(() => requestAnimationFrame(restoreFocus))}
          >
            Undo
          </Button>
        )}
        {commandId !== undefined && another === undefined && done > 0 && (
          <ExportMenu
            table={`invoice-receipts-${commandId}`}
            title="Receipts of invoices"
            label="Receipts"
            columns={COLUMNS}
            total={done}
            fetchRows={async (page, size, signal) => {
              const query = { page: String(page), limit: String(size) }
              const { rows } = await call(invoices.receipts, { params: { commandId }, query }, { client, signal })
              return rows
            }}
          />
        )}
      </div>
    </Receipt>
  )
}
