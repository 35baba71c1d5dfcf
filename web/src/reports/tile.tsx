import { formatCount } from '@despatch/domain/money/money'
import type { ReactNode } from 'react'
import { ScreenLink } from '../kit/navigation/screen-link.tsx'
import { Definition } from './definition.tsx'
import styles from './reports.module.css'

export type TileProps = {
  readonly title: string
  readonly value: string
  readonly definition: string
  /** The list behind the figure. */
  readonly to?: string | undefined
  /** Comparisons: 'than 5 – 11 Jan 2026', and the change; empty ones are left out. */
  readonly changes?: readonly { readonly text: string; readonly against: string }[]
  readonly note?: ReactNode
}

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
          {text} <span>vs {against}</span>
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
  /** The denominator: 'promised'. */
  readonly noun: string
}

/** '96 of 100 promised' beneath a share. */
export const ShareNote = ({ hits, of, noun }: ShareNoteProps) => (
  <>
    <ScreenLink to={hits.to}>{formatCount(hits.count)}</ScreenLink> of{' '}
    <ScreenLink to={of.to}>
      {formatCount(of.count)} {noun}
    </ScreenLink>
  </>
)

export const Tiles = ({ children }: { readonly children: ReactNode }) => <dl className={styles.tiles}>{children}</dl>
