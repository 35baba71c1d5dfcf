import type { Column } from '@tanstack/react-table'
import type { CSSProperties } from 'react'
import type { Features } from '../features.ts'

/** Where a pinned column stands still. */
export function pinStyle<Row extends object>(column: Column<Features, Row, unknown>): CSSProperties {
  return column.getIsPinned() ? { position: 'sticky', left: column.getStart('start'), zIndex: 1 } : {}
}
