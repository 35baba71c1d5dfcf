import type { VisibilityKey } from '@despatch/domain/administration/clients/visibility'
import type { ComponentType } from 'react'
import { type RecordTabs } from './record-tabs.ts'

export type ScreenRow = {
  /** What users do there, for the palette and the home page. */
  readonly purpose: string
  readonly component: () => Promise<ComponentType>
  /** The tab's label, if the title is too long or differs from another only at its end. */
  readonly tab?: string
  readonly record?: RecordTabs
  /** The screen shows only this data of the operator's business, so the user must be allowed to see it. */
  readonly shows?: readonly VisibilityKey[]
  /** Its name in the bar of sections, which the screens of its menu entry share. */
  readonly section?: string
  /** Hidden from clients' users. */
  readonly isOperatorOnly?: true
}
export type ChildScreenRow = ScreenRow & { readonly path: string; readonly title: string }
