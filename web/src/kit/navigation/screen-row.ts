import type { VisibilityKey } from '@despatch/domain/administration/clients/visibility'
import type { ComponentType, LazyExoticComponent } from 'react'
import { type RecordTabs } from './record-tabs.ts'

export type Row = {
  /** What one does there: the palette and the home page say it. */
  readonly purpose: string
  readonly component: () => Promise<ComponentType>
  /** What its tab says, where its title is too long for one, or is only told from another's by its end. */
  readonly tab?: string
  /** What stands beneath its entry in the menu: views of it, with their counts. */
  readonly inMenu?: LazyExoticComponent<ComponentType>
  readonly record?: RecordTabs
  /** What one has to see of the operator's business, for the screen tells of nothing else. */
  readonly shows?: readonly VisibilityKey[]
  /** Its name in the bar of its menu entry's sections, which stands above the entry's screen and each that has one. */
  readonly section?: string
  /** It is the operator's alone: users of clients are not told that there is such a screen. */
  readonly isOperators?: true
}
export type RowBeneath = Row & { readonly path: string; readonly title: string }
