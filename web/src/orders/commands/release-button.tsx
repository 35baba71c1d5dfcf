import { Button, type ButtonProps } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { UNDO_MINUTES } from '@despatch/domain/orders/commands/command-text'
import { actKey } from '../../kit/keys/act-keys.ts'
import { ACT_KEYS } from './order-actions.tsx'
import { useRelease } from './use-release.ts'
import type { Selection } from './work-order-queries.ts'
import styles from './work-orders.module.css'

type ReleaseButtonProps = Pick<ButtonProps, 'size' | 'variant'> & {
  readonly label: string
  readonly selection: Selection
  readonly count: number
  readonly isDisabled: boolean
  readonly alwaysAsks?: boolean
  readonly title?: string | undefined
  readonly onAsk: () => void
  readonly onGiven: () => void
}

/** Releases orders; three dots behind its label say that it asks first. */
export function ReleaseButton({
  label,
  title,
  size = 'sm',
  variant = 'filled',
  alwaysAsks = false,
  ...given
}: ReleaseButtonProps) {
  const { release, isAtWork, asks, refused } = useRelease({ ...given, alwaysAsks })
  const isOffered = !given.isDisabled && given.count > 0
  return (
    <>
      {refused > 0 && (
        <span className={styles.remark} role="status">
          {refused === 1 ? '1 order would be refused' : `${formatCount(refused)} orders would be refused`}
        </span>
      )}
      <Button
        {...{ size, variant }}
        disabled={!isOffered}
        aria-busy={isAtWork}
        // The dots keep their room, so that nothing moves under the pointer.
        data-at-once={!asks || undefined}
        className={styles.release}
        title={title ?? (asks ? undefined : `At once: none is refused. You can undo it for ${UNDO_MINUTES} minutes.`)}
        {...actKey(ACT_KEYS.release)}
        onClick={() => void release()}
      >
        {asks ? `${label}…` : label}
      </Button>
    </>
  )
}
