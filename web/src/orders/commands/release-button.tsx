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
  readonly onSent: () => void
}

/** Releases orders; an ellipsis means that a dialog opens first. */
export function ReleaseButton({
  label,
  title,
  size = 'sm',
  variant = 'filled',
  alwaysAsks = false,
  ...options
}: ReleaseButtonProps) {
  const { release, isAtWork, asks, refused } = useRelease({ ...options, alwaysAsks })
  const isOffered = !options.isDisabled && options.count > 0
  return (
    <>
      {refused > 0 && (
        <span className={styles.remark} role="status">
          {refused === 1 ? '1 order can’t be released' : `${formatCount(refused)} orders can’t be released`}
        </span>
      )}
      <Button
        {...{ size, variant }}
        disabled={!isOffered}
        aria-busy={isAtWork}
        // The ellipsis keeps its space, so that nothing moves under the pointer.
        data-at-once={!asks || undefined}
        className={styles.release}
        title={title ?? (asks ? undefined : `Releases at once. You can undo this for ${UNDO_MINUTES} minutes.`)}
        {...actKey(ACT_KEYS.release)}
        onClick={() => void release()}
      >
        {asks ? `${label}…` : label}
      </Button>
    </>
  )
}
