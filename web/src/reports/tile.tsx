import type { ReactNode } from 'react'
import { ScreenLink } from '../kit/navigation/screen-link.tsx'
import { Definition } from './definition.tsx'
import styles from './reports.module.css'

export type TileProps = {
  readonly title: string
  readonly value: string
  readonly definition: string
  /** The list that makes the figure. */
  readonly to?: string | undefined
  /** What it is compared with: 'than 5 – 11 Jan 2026', and how it changed; what says nothing is left out. */
  readonly changes?: readonly { readonly text: string; readonly against: string }[]
  readonly note?: string | undefined
}

/** A figure with its change, its definition, and the list behind it. */
export function Tile({ title, value, definition, to, changes = [], note }: TileProps) {
  const shownChanges = changes.filter(({ text }) => text !== '')
  return (
    <div className={styles.tile}>
      <dt className={styles.tileTitle}>
        {title}
        <Definition of={title} definition={definition} />
      </dt>
      <dd className={styles.tileValue}>
        {to ? (
          <ScreenLink to={to} aria-label={`${title}: ${value}, open the list`}>
            {value}
          </ScreenLink>
        ) : (
          value
        )}
      </dd>
      {shownChanges.map(({ text, against }) => (
        <dd key={against} className={styles.tileChange}>
          {text} <span>on {against}</span>
        </dd>
      ))}
      {note && <dd className={styles.tileChange}>{note}</dd>}
    </div>
  )
}

/** Tiles side by side. */
export const Tiles = ({ children }: { readonly children: ReactNode }) => <dl className={styles.tiles}>{children}</dl>
