import type { Column } from '@tanstack/react-table'
import type { CSSProperties } from 'react'
import type { Features } from '../features.ts'

/** Keeps a pinned column in view. */
export function pinStyle<Row extends object>(column: Column<Features, Row, unknown>): CSSProperties {
  return column.getIsPinned() ? { position: 'sticky', left: column.getStart('start'), zIndex: 1 } : {}
}
