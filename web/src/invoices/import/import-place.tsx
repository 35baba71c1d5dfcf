import { type ReactNode, useRef } from 'react'
import { useIsOperator, useDecideDisabledReason } from '../use-invoice-rights.ts'
import styles from './imports.module.css'
import { sendFiles } from './upload-store.ts'
import { useDroppedFiles } from '../../kit/browser/use-dropped-files.ts'

type ImportPlaceProps = {
  /** Called when an upload begins. */
  readonly onDropped: () => void
  readonly children: ReactNode
}

/** Accepts carriers' files dropped anywhere on a screen, if the user may import them. */
export function ImportPlace({ onDropped, children }: ImportPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const mayNot = useDecideDisabledReason() !== undefined
  const isOperator = useIsOperator()
  const { isOver } = useDroppedFiles(place, (files) => {
    if (mayNot || !isOperator) return
    onDropped()
    void sendFiles(files)
  })
  return (
    <div ref={place} className={styles.dropPlace} data-over={(isOver && isOperator) || undefined}>
      {children}
    </div>
  )
}
