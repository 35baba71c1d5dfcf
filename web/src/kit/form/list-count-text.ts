import { formatCount } from '@despatch/domain/money/money'

type Noun = readonly [one: string, many: string]

/** 'Showing 100 of 2,194 SKUs' for a partly loaded list, '2,194 SKUs' for a whole one. */
export function listCountText(shown: number, total: number, [one, many]: Noun): string {
  const noun = total === 1 ? one : many
  return shown < total
    ? `Showing ${formatCount(shown)} of ${formatCount(total)} ${noun}`
    : `${formatCount(total)} ${noun}`
}
