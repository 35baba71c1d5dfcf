import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { restoreFocus } from '../browser/focus.ts'
import styles from './receipt.module.css'

type ReceiptProps = { readonly isGood: boolean; readonly onClose: () => void; readonly children: ReactNode }

/** Shows the result of a bulk command until the user closes it or another follows. */
export function Receipt({ isGood, onClose, children }: ReceiptProps) {
  return (
    <Alert
      className={styles.receipt}
      data-good={isGood || undefined}
      color={isGood ? 'good' : 'attention'}
      variant="light"
      role="status"
      withCloseButton
      closeButtonLabel="Close receipt"
      onClose={() => {
        onClose()
        requestAnimationFrame(restoreFocus)
      }}
    >
      {children}
    </Alert>
  )
}
