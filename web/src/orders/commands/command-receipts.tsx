import { Alert, Button, Progress } from '@mantine/core'
import type { OrderReceipt } from '@despatch/contract/orders/commands/order-commands'
import { formatCount } from '@despatch/domain/money/money'
import { COMMAND_DONE, UNDO_MINUTES } from '@despatch/domain/orders/commands/command-text'
import { orders } from '@despatch/contract/orders/orders'
import { useEffect, useState } from 'react'
import { call } from '../../kit/server/call.ts'
import { restoreFocus } from '../../kit/browser/focus.ts'
import { useStore } from '../../kit/browser/store.ts'
import { ExportMenu } from '../../kit/list/export/export-menu.tsx'
import { Receipt } from '../../kit/list/receipt.tsx'
import type { CommandRun } from './command-run.ts'
import { closeRun, commandRuns, resumeCommand, isOwnRun, undoCommand } from './command-store.ts'
import { doingText, ordersText } from './command-text.ts'
import { OrderTable } from '../order-table.tsx'
import { RECEIPT_COLUMNS } from './receipt-columns.ts'
import { useReleaseDisabledReason } from '../use-order-rights.ts'
import styles from './work-orders.module.css'

const REFUSED_A_PAGE = 50

/** The result of the last command of this list, and its running commands, above the orders. */
export function CommandReceipts() {
  const runs = useStore(commandRuns)
  const shown = runs
    .filter((run) => isOwnRun(run) && run.sentFrom === location.pathname)
    .filter(({ state }, index) => index === 0 || state === 'running' || state === 'broken')
  return shown.map((run) => <CommandState key={run.commandId} run={run} />)
}

function CommandState({ run }: { readonly run: CommandRun }) {
  const { command, state, progress, problem, outcome, undone } = run
  const close = () => closeRun(run.commandId)
  // The amendment form waits for its own call.
  if (state === 'running' && command.action !== 'amend')
    return (
      <div className={styles.progress}>
        <Progress
          value={(100 * progress.done) / Math.max(1, progress.total)}
          aria-label={`${doingText(command.action)}: progress`}
        />
        <span role="status">
          {doingText(command.action)}: {formatCount(progress.done)} of {ordersText(progress.total)}
        </span>
        <span className={styles.remark}>It continues if you leave this screen.</span>
      </div>
    )
  if (state === 'broken')
    return (
      <Receipt isGood={false} onClose={close}>
        <p>{problem} Completed orders stay completed. Try again to continue; nothing is done twice.</p>
        <Button size="xs" variant="default" onClick={() => void resumeCommand(run)}>
          Try again
        </Button>
      </Receipt>
    )
  if (!outcome)
    return (
      <Alert
        className={styles.problem}
        color="bad"
        variant="light"
        withCloseButton
        closeButtonLabel="Close"
        onClose={close}
      >
        {problem}
      </Alert>
    )
  const last = undone ?? outcome
  return (
    <Receipt isGood={last.refused === 0} onClose={close}>
      <div className={styles.outcome}>
        <p>{last.message}</p>
        {outcome.done > 0 && !undone && <UndoButton run={run} />}
        <ResultFile run={run} />
      </div>
      {last.refused > 0 && <Receipts label="Orders that failed" receipts={last.refusals} total={last.refused} />}
      {last.short > 0 && (
        <Receipts
          label="Orders released short of stock"
          title="Released short of stock"
          receipts={last.shortages}
          total={last.short}
        />
      )}
    </Receipt>
  )
}

type ReceiptsProps = {
  readonly label: string
  readonly title?: string
  readonly receipts: readonly OrderReceipt[]
  readonly total: number
}

/** Orders of a command with their messages; the result file has the rest. */
function Receipts({ label, title, receipts, total }: ReceiptsProps) {
  const [page, setPage] = useState(1)
  const rows = receipts.slice((page - 1) * REFUSED_A_PAGE, page * REFUSED_A_PAGE)
  return (
    <>
      {title && <strong>{title}</strong>}
      <OrderTable
        label={label}
        rows={rows.map((row) => ({ ...row, cells: [row.message] }))}
        page={page}
        pageSize={REFUSED_A_PAGE}
        total={receipts.length}
        onPage={setPage}
      />
      {total > receipts.length && <p>The result file has all {formatCount(total)} of them.</p>}
    </>
  )
}

/** Undoes a command during its undo period. */
export function UndoButton({
  run,
  size = 'compact-sm',
}: {
  readonly run: CommandRun
  readonly size?: 'sm' | 'xs' | 'compact-sm'
}) {
  const { endedAt = 0, state } = run
  const whyNot = useReleaseDisabledReason()
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const left = endedAt + UNDO_MINUTES * 60_000 - Date.now()
    const timer = setTimeout(() => setIsOver(true), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [endedAt])
  if (isOver || whyNot !== undefined) return null
  return (
    <Button
      size={size}
      variant="default"
      loading={state === 'undoing'}
      title={`Available for ${UNDO_MINUTES} minutes`}
      onClick={() => void undoCommand(run).then(() => requestAnimationFrame(restoreFocus))}
    >
      Undo
    </Button>
  )
}

/** All receipts of a command as a file. */
function ResultFile({ run: { commandId, client, command, outcome } }: { readonly run: CommandRun }) {
  return (
    <ExportMenu<OrderReceipt>
      table="order-receipts"
      title={`Orders ${command.action === 'rate-again' ? 're-allocated' : COMMAND_DONE[command.action]}`}
      label="Result file"
      columns={RECEIPT_COLUMNS}
      total={outcome && outcome.done + outcome.refused + outcome.unchanged}
      fetchRows={(page, limit, signal) =>
        call(
          orders.receipts,
          { params: { commandId }, query: { page: String(page), limit: String(limit) } },
          { client, signal },
        ).then(({ rows }) => rows)
      }
    />
  )
}
