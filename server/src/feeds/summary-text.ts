import type { FeedSummary } from '@despatch/contract/feeds/feeds'

/** What became of a file, for people: the counts, and the reasons with theirs. */
export function summaryText(file: string, summary: FeedSummary): string {
  const count = (figure: number) => figure.toLocaleString('en-GB').padStart(11)
  const reasons = (byReason: Record<string, number>) =>
    Object.entries(byReason).map(([reason, figure]) => `  ${count(figure)}    ${reason}`)
  return [
    file,
    `  ${count(summary.read)}  rows read`,
    `  ${count(summary.created)}  created, in ${summary.ordersCreated.toLocaleString('en-GB')} new orders; ${summary.skusCreated.toLocaleString('en-GB')} SKUs were unknown and are marked`,
    `  ${count(summary.unchanged)}  there already`,
    `  ${count(summary.leftOut)}  left out`,
    ...reasons(summary.leftOutByReason),
    `  ${count(summary.refused)}  refused`,
    ...reasons(summary.refusedByReason),
  ].join('\n')
}
