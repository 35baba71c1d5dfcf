import { Skeleton } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Status } from '../../kit/list/columns/cells.tsx'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { call } from '../../kit/server/call.ts'
import { amountText, countText, VERDICT_MEANINGS, verdictLabel, varianceText } from '../invoice-text.ts'
import styles from '../invoices.module.css'
import { randomUuid } from '../../kit/browser/random-uuid.ts'
import { storeDecision } from './decision-store.ts'

type AcceptMatchedDialogProps = {
  /** The invoices; undefined while the dialog is closed. */
  readonly summaryIDs: readonly string[] | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

type Preflight = RouteAnswer<typeof invoices.preflight>
const ROWS = ['row', 'rows'] as const
const NONE: readonly string[] = []

/** Shows what accepting everything that is matched or within tolerance would accept and leave, before doing it. */
export function AcceptMatchedDialog({ summaryIDs, onDone, onClose }: AcceptMatchedDialogProps) {
  const ids = summaryIDs ?? NONE
  const [last, setLast] = useState<{ readonly of: readonly string[]; readonly commandId: string }>()
  // Repeating the command for the same question changes nothing.
  if (summaryIDs && summaryIDs !== last?.of) setLast({ of: summaryIDs, commandId: randomUuid() })
  const { data, error, refetch } = useQuery({
    queryKey: ['invoices', 'preflight', ids, last?.commandId],
    queryFn: ({ signal }) => call(invoices.preflight, { body: { summaryIDs: [...ids] } }, { signal }),
    enabled: summaryIDs !== undefined,
    staleTime: 0,
  })
  async function accept() {
    if (!data || !last) return
    try {
      const { message, commandId, done } = await call(invoices.acceptMatched, {
        body: {
          summaryIDs: ids.filter((id) => !data.refused.some(({ summaryID }) => summaryID === id)),
          commandId: last.commandId,
          most: data.most,
        },
      })
      storeDecision({ message, commandIds: [commandId], done, summaryIDs: ids })
    } catch (refusal) {
      void refetch()
      throw refusal
    }
  }
  const most = data?.most ?? 0
  return (
    <ConfirmDialog
      opened={summaryIDs !== undefined}
      size={680}
      title={`Accept matched and within tolerance${ids.length > 1 ? ` on ${countText(ids.length, ['invoice', 'invoices'])}` : ''}?`}
      confirmLabel={data ? `Accept ${countText(most, ROWS)}` : 'Accept'}
      whyNot={
        !data
          ? error
            ? 'We couldn’t load the rows to accept.'
            : 'Checking the rows…'
          : most === 0
            ? 'No undecided rows are matched or within tolerance.'
            : undefined
      }
      onConfirm={accept}
      onDone={onDone}
      onClose={onClose}
    >
      {data ? (
        <PreflightResult found={data} />
      ) : error ? (
        <TableProblem error={error} onRetry={() => void refetch()} isInline />
      ) : (
        <Skeleton height={140} aria-label="Checking the rows" />
      )}
      <p>Each row gets a receipt. You can undo this until the invoice is accepted.</p>
    </ConfirmDialog>
  )
}

function PreflightResult({ found: { accepted, left, refused } }: { readonly found: Preflight }) {
  return (
    <>
      <table className={styles.sums} aria-label="Rows to accept and rows left">
        <ColumnHeads texts={['Rows']} figures={['Number', 'Billed', 'Variance']} figureClass={styles.number} />
        <tbody>
          {accepted.map(({ currency, rows, billed, variance }) => (
            <tr key={currency}>
              <th scope="row">Accepted</th>
              <td className={styles.number}>{formatCount(rows)}</td>
              <td className={styles.number}>{amountText(billed, currency)}</td>
              <td className={styles.number}>{varianceText(variance, currency)}</td>
            </tr>
          ))}
          {left.map(({ currency, verdict, rows, billed }) => (
            <tr key={`${currency} ${verdict}`}>
              <th scope="row">
                <Status meaning={VERDICT_MEANINGS[verdict]}>Not included: {verdictLabel(verdict).toLowerCase()}</Status>
              </th>
              <td className={styles.number}>{formatCount(rows)}</td>
              <td className={styles.number}>{amountText(billed, currency)}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ summaryID, invoiceNumber, message }) => (
            <li key={summaryID}>
              {invoiceNumber}: {message}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
