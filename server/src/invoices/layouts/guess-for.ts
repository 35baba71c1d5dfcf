import type { FirstRow } from '@despatch/domain/invoices/layouts/first-row'
import { guessLayout } from '@despatch/domain/invoices/layouts/guess/guess-layout'
import { recognise } from '@despatch/domain/invoices/layouts/recognise'
import type { Transaction } from '../../database/transaction.ts'
import { allLayouts } from '../import/carrier-of-layout.ts'

type Nearest = { code: string; carrier: string; title: string; differs: string[]; layout: Record<string, unknown> }
type Guess = { layout: Record<string, unknown>; nearest: Nearest | null }

/** The layout by which a file is known; else what its columns look like, and the kept layout that it is most like. */
export async function guessFor(transaction: Transaction, rows: readonly FirstRow[]): Promise<Guess> {
  const known = recognise(rows, await allLayouts(transaction))
  if (known.isKnown) return { layout: { ...known.file.layout }, nearest: null }
  const { headerRow, nearest } = known
  const { layout } = guessLayout(rows, { headerRow, carrier: nearest?.layout.carrier ?? '' })
  return {
    layout: { ...layout },
    nearest: nearest && {
      code: nearest.layout.code,
      carrier: nearest.layout.carrier,
      title: nearest.layout.title,
      differs: [...nearest.differs],
      layout: { ...nearest.layout },
    },
  }
}
