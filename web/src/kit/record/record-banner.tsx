import type { ReactNode } from 'react'
import styles from './record-page.module.css'

type RecordBannerProps = {
  readonly meaning: 'attention' | 'bad' | 'neutral'
  /** The reason, in a few words. */
  readonly title: string
  /** The buttons that help. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** What is wrong with a record, and what to do. A record has one at most. */
export function RecordBanner({ meaning, title, actions, children }: RecordBannerProps) {
  return (
    <div className={styles.banner} data-meaning={meaning} role="note">
      <div>
        <strong>{title}</strong>
        {children}
      </div>
      {actions !== undefined && <div className={styles.bannerActions}>{actions}</div>}
    </div>
  )
}
