import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { useMutation } from '@tanstack/react-query'
import { RecordActions } from '../kit/record/record-actions.tsx'
import { MAX_DECIDED, targetText } from './accept-and-reject/decide.ts'
import type { DecisionRequest } from './accept-and-reject/decision-dialogs.tsx'
import { judgeAgain } from './accept-and-reject/judge-again.ts'
import { useDecideDisabledReason, useIsOperator } from './use-invoice-rights.ts'

type InvoiceActionsProps = {
  readonly rows: readonly InvoiceSummary[]
  readonly onAsk: (request: DecisionRequest) => void
  readonly onAcceptMatched: (summaryIDs: readonly string[]) => void
  /** Compares decided rows with today's prices. */
  readonly onCompare?: () => void
}

/** Explains why these invoices cannot be decided; undefined if they can. */
export function whyNotDecide(rows: readonly InvoiceSummary[]): string | undefined {
  if (rows.length > MAX_DECIDED) return `Choose up to ${MAX_DECIDED} invoices at once.`
  const which = rows.length === 1 ? 'This invoice' : 'One of them'
  if (rows.some(({ canDecide }) => !canDecide))
    return `${which} bills other clients too, so only the operator can decide.`
  if (rows.some(({ status }) => status === 'Accepted')) return `${which} is accepted and closed.`
  return undefined
}

/** Invoices in several currencies have no sum. */
const currencyOf = (rows: readonly InvoiceSummary[]) => {
  const [first, ...others] = new Set(rows.map(({ currency }) => currency))
  return others.length === 0 ? first : undefined
}

/** The actions on the selected invoices, or on the open one. */
export function InvoiceActions({ rows, onAsk, onAcceptMatched, onCompare }: InvoiceActionsProps) {
  const isOperator = useIsOperator()
  const mayNot = useDecideDisabledReason()
  const judging = useMutation({ mutationFn: () => judgeAgain(rows.map(({ summaryID }) => summaryID)) })
  const whyNot = mayNot ?? whyNotDecide(rows)
  const target = { kind: 'invoice', rows, currency: currencyOf(rows) } as const
  // Selected rows of an invoice have buttons of their own, so these name the whole invoice.
  const which = rows.length === 1 ? 'invoice' : targetText(target)
  const ask = (what: DecisionRequest['what']) => () => {
    if (rows.length > 0) onAsk({ what, target })
  }
  return (
    <RecordActions
      label="Invoice actions"
      primary={{
        label: 'Accept matched and within tolerance',
        onAct: () => onAcceptMatched(rows.map(({ summaryID }) => summaryID)),
        whyNot,
        letter: 'm',
      }}
      others={[
        { label: `Accept ${which}…`, onAct: ask('accept'), whyNot, letter: 'a' },
        { label: `Reject ${which}…`, onAct: ask('reject'), whyNot, letter: 'r' },
        isOperator && {
          label: 'Recalculate',
          onAct: () => judging.mutate(),
          whyNot,
          isWaiting: judging.isPending,
        },
        isOperator && onCompare && { label: 'Compare decided rows', onAct: onCompare },
        { label: `Delete ${which}…`, onAct: ask('delete'), whyNot, isDangerous: true },
      ]}
    />
  )
}
