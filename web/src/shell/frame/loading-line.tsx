import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import styles from './frame.module.css'

/** A thin line while something is loading. The style sheet delays it, so that it does not flicker for quick answers. */
export function LoadingLine() {
  const isFetching = useIsFetching() > 0
  const isMutating = useIsMutating() > 0
  const isNavigating = useRouterState({ select: ({ status }) => status === 'pending' })
  const isBusy = isFetching || isMutating || isNavigating
  return <div className={styles.loadingLine} data-busy={isBusy || undefined} aria-hidden />
}
