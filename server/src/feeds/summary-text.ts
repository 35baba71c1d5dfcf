import { formatCount } from '@despatch/domain/money/money'
import type { FeedSummary, RowFeedSummary } from '@despatch/contract/feeds/feeds'

/** Prints the summary of a file: the counts, and the reasons with theirs. */
export function summaryText(file: string, summary: FeedSummary | RowFeedSummary): string {
  const count = (figure: number) => figure.toLocaleString('en-GB').padStart(11)
  const reasons = (byReason: Record<string, number>) =>
    Object.entries(byReason).map(([reason, figure]) => `  ${count(figure)}    ${reason}`)
  const isOrders = 'ordersCreated' in summary
  return [
    file,
    `  ${count(summary.read)}  rows read`,
    `  ${count(summary.created)}  created${isOrders ? `, in ${createdOf(summary)}` : ''}`,
    ...(isOrders ? [] : [`  ${count(summary.changed)}  changed`]),
    `  ${count(summary.unchanged)}  there already`,
    `  ${count(summary.leftOut)}  left out`,
    ...reasons(summary.leftOutByReason),
    `  ${count(summary.refused)}  refused`,
    ...reasons(summary.refusedByReason),
    ...(Object.keys(summary.noted).length === 0 ? [] : ['  noted', ...reasons(summary.noted)]),
  ].join('\n')
}

function createdOf({ ordersCreated, skusCreated }: FeedSummary): string {
  const orders = `${formatCount(ordersCreated)} new ${ordersCreated === 1 ? 'order' : 'orders'}`
  return `${orders}; ${formatCount(skusCreated)} ${skusCreated === 1 ? 'SKU was unknown and is' : 'SKUs were unknown and are'} marked`
}
