import { Button } from '@mantine/core'
import type { InvoiceParcel } from '@despatch/contract/invoices/invoice'
import { useState } from 'react'
import { MomentText } from '../../kit/list/columns/cells.tsx'
import { useOneAtATime } from '../../kit/list/use-one-at-a-time.ts'
import { useIsOperator, useDecideDisabledReason } from '../use-invoice-rights.ts'
import { MatchDialog } from './match-dialog.tsx'
import { unmatchRow } from './match-queries.ts'

type RowMatchProps = {
  readonly row: InvoiceParcel
  readonly currency: string
  readonly byHand: { readonly by: string; readonly at: string } | null
}

/** Shows who matched a row by hand, with an undo button; or lets the user match an unmatched row. */
export function RowMatch({ row, currency, byHand }: RowMatchProps) {
  const [isOpen, setOpen] = useState(false)
  const isOperator = useIsOperator()
  const mayNot = useDecideDisabledReason()
  const undo = useOneAtATime(() => unmatchRow(row))
  if (!isOperator || (row.verdict !== 'Not found' && !byHand)) return null
  const decided = row.status === 'Imported' ? undefined : `The row is ${row.status.toLowerCase()}. Undo that first.`
  const whyNot = mayNot ?? decided
  const button = { size: 'compact-xs', variant: 'default', disabled: whyNot !== undefined, title: whyNot } as const
  return (
    <>
      <p>
        {byHand && (
          <>
            Matched by {byHand.by}, <MomentText at={byHand.at} />.{' '}
            <Button {...button} onClick={undo}>
              Undo the match
            </Button>{' '}
          </>
        )}
        <Button {...button} onClick={() => setOpen(true)}>
          {byHand ? 'Change the match…' : 'Match by hand…'}
        </Button>
      </p>
      <MatchDialog row={isOpen ? row : undefined} currency={currency} onClose={() => setOpen(false)} />
    </>
  )
}
