import type { VisibilityKey } from '@despatch/domain/administration/clients/visibility'
import type { ComponentType } from 'react'
import { type RecordTabs } from './record-tabs.ts'

export type Area =
  | 'administration'
  | 'carriers'
  | 'routing'
  | 'returns'
  | 'invoices'
  | 'orders'
  | 'enquiries'
  | 'reports'
  | 'stock'
  | 'feeds'

export type Row = {
  readonly area: Area
  /** What one does there: the 'Not built yet' page, the palette and the home page say it. */
  readonly purpose: string
  /** Undefined: still to come. */
  readonly component?: () => Promise<ComponentType>
  readonly record?: RecordTabs
  /** What one has to see of the operator's business, for the screen tells of nothing else. */
  readonly shows?: readonly VisibilityKey[]
  /** Its name in the bar of its menu entry's sections, which stands above the entry's screen and each that has one. */
  readonly section?: string
  /** It is the operator's alone: users of clients are not told that there is such a screen. */
  readonly isOperators?: true
}
export type RowBeneath = Row & { readonly path: string; readonly title: string }

/** The row of a screen that is still to come. */
export const toCome = (area: Area, purpose: string, beneath: readonly RowBeneath[] = []) => ({ area, purpose, beneath })
