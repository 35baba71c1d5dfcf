import { formatCount } from '@despatch/domain/money/money'
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
  readonly note?: ReactNode
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

type Counted = { readonly count: number; readonly to: string }
type ShareNoteProps = {
  readonly hits: Counted
  readonly of: Counted
  /** What the share is of: 'promised'. */
  readonly noun: string
}

/** '96 of 100 promised' beneath a share: the share opens all that it is of, and each of the two its own list. */
export const ShareNote = ({ hits, of, noun }: ShareNoteProps) => (
  <>
    <ScreenLink to={hits.to}>{formatCount(hits.count)}</ScreenLink> of{' '}
    <ScreenLink to={of.to}>
      {formatCount(of.count)} {noun}
    </ScreenLink>
  </>
)

/** Tiles side by side. */
export const Tiles = ({ children }: { readonly children: ReactNode }) => <dl className={styles.tiles}>{children}</dl>
