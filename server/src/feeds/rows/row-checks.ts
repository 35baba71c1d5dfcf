import type { RowChecks } from '@despatch/domain/feeds/rows/row-check'
import type { FeedFile } from '../feed-file.ts'
import type { OpenFile } from '../open-file.ts'

/** The row checks of a file, from its columns and its mapping. */
export function checksOf<Summary>(
  { mapping, now }: FeedFile<Summary>,
  { cellOf, columns, contradictions = new Map() }: OpenFile,
): RowChecks {
  return {
    cellOf,
    values: mapping?.values ?? {},
    leaveOut: mapping?.leaveOut ?? [],
    timeZone: mapping?.timeZone ?? 'Europe/London',
    now,
    dateFormats: mapping?.dateFormats ?? {},
    contradictions,
    titles: Object.fromEntries(Object.entries(cellOf).map(([field, place]) => [field, columns[place] ?? ''])),
    units: mapping?.units ?? {},
  }
}
