import { Modal } from '@mantine/core'
import type { invoices } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { useState } from 'react'
import fileStyles from '../../kit/form/file.module.css'
import styles from './details.module.css'

type Shown = 'refusals' | 'contradictions'
type ProofLinesDialogProps = {
  readonly proof: Pick<RouteAnswer<typeof invoices.proof>, Shown | 'refused' | 'unplaced'>
  /** Undefined while the dialog is closed. */
  readonly shown: Shown | undefined
  readonly onClose: () => void
}

const TITLES: Readonly<Record<Shown, string>> = {
  refusals: 'Rejected rows',
  contradictions: 'Rows that don’t match their own total',
}

/** The faulty lines of a file, with line number, value and reason. */
export function ProofLinesDialog({ proof, shown, onClose }: ProofLinesDialogProps) {
  const [last, setLast] = useState<Shown>('refusals')
  if (shown && shown !== last) setLast(shown)
  const lines = proof[last]
  return (
    <Modal opened={shown !== undefined} onClose={onClose} title={TITLES[last]} size="xl">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <div className={styles.lines} tabIndex={0} role="group" aria-label={TITLES[last]}>
        <table className={fileStyles.table} aria-label={TITLES[last]}>
          <thead>
            <tr>
              <th scope="col" className={fileStyles.number}>
                Line
              </th>
              <th scope="col">Column</th>
              <th scope="col">Value</th>
              <th scope="col">Issue</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, column, value, reason }, index) => (
              <tr key={index}>
                <td className={fileStyles.number}>{formatCount(line)}</td>
                <td>{column}</td>
                <td className={fileStyles.value}>{value}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {last === 'refusals' && proof.refused + proof.unplaced > lines.length && (
        <p className={styles.remark}>The first {formatCount(lines.length)} are listed.</p>
      )}
    </Modal>
  )
}
