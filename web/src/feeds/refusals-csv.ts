import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import { csvCell } from '@despatch/domain/text/csv-cell'

/** Refused rows as CSV; spreadsheets run none of the cells as a formula. */
export function refusalsCsv(refused: readonly FeedRefusal[]): Blob {
  const rows = refused.map(({ line, column, reason, value }) =>
    [String(line), column, reason, value].map(csvCell).join(','),
  )
  return new Blob(['\uFEFF', ['line,column,reason,value', ...rows].join('\r\n'), '\r\n'], {
    type: 'text/csv;charset=utf-8',
  })
}
