import { formatCount } from '@despatch/domain/money/money'
import type { ReactNode } from 'react'
import { Sparkline } from '../chart/sparkline.tsx'
import { ScreenLink } from '../navigation/screen-link.tsx'
import { type GoodWhen, verdictOf } from './change-verdict.ts'
import { Definition } from './definition.tsx'
import styles from './tile.module.css'

export type TileProps = {
  readonly title: string
  readonly value: string
  readonly definition: string
  /** The list behind the figure. */
  readonly to?: string | undefined
  /** The change since the period that the screen compares with: '+12%', '−1.2 points', 'No change', ''. */
  readonly change?: string
  /** Which direction is good news; none by default. */
  readonly goodWhen?: GoodWhen
  /** The figure in the latest periods, oldest first. */
  readonly trend?: readonly (number | null)[]
  /** The periods of the trend: 'last 13 weeks'. */
  readonly trendOf?: string
  /** What is aimed at: a dashed line. */
  readonly target?: number | undefined
  readonly note?: ReactNode
}

/** A figure with its direction and where it comes from. */
export function Tile(props: TileProps) {
  const { title, value, definition, to, change = '', goodWhen = 'none', trend = [], trendOf, target, note } = props
  return (
    <div className={styles.tile}>
      <dt className={styles.title}>
        {title}
        <Definition of={title} definition={definition} />
      </dt>
      <dd className={styles.figure}>
        {to ? (
          <ScreenLink to={to} aria-label={`${title}: ${value}, open the list`} className={styles.value}>
            {value}
          </ScreenLink>
        ) : (
          <span className={styles.value}>{value}</span>
        )}
        <Sparkline points={trend} target={target} label={`${title}, ${trendOf ?? `last ${trend.length} weeks`}`} />
      </dd>
      {change !== '' && (
        <dd className={styles.note}>
          <Change change={change} goodWhen={goodWhen} />
        </dd>
      )}
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}

type ChangeProps = { readonly change: string; readonly goodWhen: GoodWhen }

/** '▲ +12%, better': a change with its direction as a mark, a sign and a word. */
export function Change({ change, goodWhen }: ChangeProps) {
  const { mark, verdict } = verdictOf(change, goodWhen)
  return (
    <span className={styles.change} data-verdict={verdict}>
      {mark && <span aria-hidden>{mark} </span>}
      <span>{change}</span>
      {verdict && `, ${verdict}`}
    </span>
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

/** Four tiles, or two rows of four. */
export const Tiles = ({ children }: { readonly children: ReactNode }) => <dl className={styles.tiles}>{children}</dl>
