import type { PostingLine } from './make-posting.ts'

/** The same for lines that add up to one. */
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
 * The lines that make of what was posted of an invoice what would be posted now; none where nothing has changed. They balance,
 * as both do. What is reversed of accruals stays so and is not compared.
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
