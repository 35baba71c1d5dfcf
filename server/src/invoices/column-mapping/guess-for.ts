import type { FirstRow } from '@despatch/domain/invoices/column-mapping/first-row'
import { guessLayout } from '@despatch/domain/invoices/column-mapping/guess/guess-layout'
import { recognise } from '@despatch/domain/invoices/column-mapping/recognise'
import type { Transaction } from '../../database/transaction.ts'
import { readLayouts } from '../import/carrier-of-layout.ts'
import { findCarrierOfParcels } from './carrier-of-parcels.ts'

type Nearest = { code: string; carrier: string; title: string; differs: string[]; layout: Record<string, unknown> }
type Guess = { layout: Record<string, unknown>; nearest: Nearest | null; carrier: string }

/**
 * Guesses the layout of a file: the one that recognises it, else one derived from its columns, with the most similar
 * stored layout and the carrier of its parcels.
 */
export async function guessLayoutOfFile(transaction: Transaction, rows: readonly FirstRow[]): Promise<Guess> {
  const recognised = recognise(rows, await readLayouts(transaction))
  if (recognised.isKnown)
    return { layout: { ...recognised.file.layout }, nearest: null, carrier: recognised.file.layout.carrier }
  const { headerRow, nearest } = recognised
  const { layout, columns } = guessLayout(rows, { headerRow, carrier: nearest?.layout.carrier ?? '' })
  const place = columns.find(({ field }) => field === 'trackingNumber')?.place
  const numbers = place === undefined ? [] : rows.map(({ cells }) => cells[place]?.trim() ?? '')
  return {
    layout: { ...layout },
    carrier: nearest?.layout.carrier ?? (await findCarrierOfParcels(transaction, numbers)),
    nearest: nearest && {
      code: nearest.layout.code,
      carrier: nearest.layout.carrier,
      title: nearest.layout.title,
      differs: [...nearest.differs],
      layout: { ...nearest.layout },
    },
  }
}
