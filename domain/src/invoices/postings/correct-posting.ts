import type { PostingLine } from './make-posting.ts'

/** The key of lines that are added up. */
export const keyOf = ({
  account,
  category,
  client,
  taxCode,
}: Pick<PostingLine, 'account' | 'category' | 'client' | 'taxCode'>) =>
  JSON.stringify([account, category, client, taxCode])
export const isAccrual = ({ account, category }: PostingLine) =>
  account === 'Accrued carriage' || category === 'accrual'

/**
 * The lines that correct what was posted for an invoice to what would be posted now; empty if nothing changed. They
 * balance, because both do. Reversed accruals stay and are not compared.
 */
export function correctPosting(posted: readonly PostingLine[], now: readonly PostingLine[]): PostingLine[] {
  const sums = new Map<string, { line: PostingLine; amount: number }>()
  const add = (lines: readonly PostingLine[], sign: 1 | -1) => {
    for (const line of lines.filter((one) => !isAccrual(one))) {
      const amount = sign * (line.debit - line.credit)
      const sum = sums.get(keyOf(line))
      if (sum) sum.amount += amount
      else sums.set(keyOf(line), { line, amount })
    }
  }
  add(now, 1)
  add(posted, -1)
  return [...sums.values()]
    .filter(({ amount }) => amount !== 0)
    .map(({ line, amount }) => ({ ...line, debit: Math.max(0, amount), credit: Math.max(0, -amount) }))
}
