import { Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { invoicesChanged } from '../invoice-queries.ts'
import { countText } from '../invoice-text.ts'
import { newestImports } from './import-queries.ts'
import { isAtWork, progressText } from './import-text.ts'
import styles from './imports.module.css'
import { uploads } from './upload-store.ts'

const FILES = ['file', 'files'] as const

type ImportStripProps = { readonly onShow: (what: 'imports' | 'waiting') => void }

/** Imports in progress, shown above the list while the drawer is closed, and the files that wait for a layout. */
export function ImportStrip({ onShow }: ImportStripProps) {
  const { data } = useQuery(newestImports)
  const { imports = [], waiting = 0 } = data ?? {}
  const sending = useStore(uploads)
  const running = imports.filter(isAtWork)
  const settled = imports.filter((one) => !isAtWork(one)).map(({ importID, state }) => `${importID} ${state}`)
  const before = useRef<string>(undefined)
  const now = settled.join()
  // Refetch the list as soon as a file is imported.
  useEffect(() => {
    if (before.current !== undefined && before.current !== now) void invoicesChanged()
    before.current = now
  }, [now])
  if (running.length + sending.length + waiting === 0) return null
  const [first] = running
  const isOnlyWaiting = running.length + sending.length === 0
  const text = [
    sending.length > 0 ? 'Sending files' : '',
    running.length > 1
      ? `Importing ${countText(running.length, FILES)}`
      : first
        ? `${first.filename}: ${progressText(first)}`
        : '',
    waiting > 0 ? `${countText(waiting, FILES)} ${waiting === 1 ? 'needs' : 'need'} mapping` : '',
  ].filter(Boolean)
  return (
    <div className={styles.strip}>
      <span role="status">{text.join('; ')}</span>
      {first && running.length === 1 && (
        <Progress value={first.percentComplete} aria-label={`Import progress of ${first.filename}`} />
      )}
      <Button size="compact-sm" variant="default" onClick={() => onShow(isOnlyWaiting ? 'waiting' : 'imports')}>
        {isOnlyWaiting ? 'Show the files' : 'Show the imports'}
      </Button>
    </div>
  )
}
