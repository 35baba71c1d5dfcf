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

/** What is being imported, above the list, for who has closed the drawer; and the files that wait for a layout. */
export function ImportStrip({ onShow }: { readonly onShow: () => void }) {
  const { data = [] } = useQuery(newestImports)
  const sending = useStore(uploads)
  const running = data.filter(isAtWork)
  const unknown = data.filter(({ state }) => state === 'Unknown layout')
  const settled = data.filter((one) => !isAtWork(one)).map(({ importID, state }) => `${importID} ${state}`)
  const before = useRef<string>(undefined)
  const now = settled.join()
  // The list is asked for again as soon as a file is imported.
  useEffect(() => {
    if (before.current !== undefined && before.current !== now) void invoicesChanged()
    before.current = now
  }, [now])
  if (running.length + sending.length + unknown.length === 0) return null
  const [first] = running
  const text = [
    sending.length > 0 ? 'Sending files' : '',
    running.length > 1
      ? `${countText(running.length, FILES)} at work`
      : first
        ? `${first.filename}: ${progressText(first)}`
        : '',
    unknown.length > 0
      ? `${countText(unknown.length, FILES)} of unknown layout ${unknown.length === 1 ? 'waits' : 'wait'} for a mapping`
      : '',
  ].filter(Boolean)
  return (
    <div className={styles.strip}>
      <span role="status">{text.join('; ')}</span>
      {first && running.length === 1 && (
        <Progress value={first.percentComplete} aria-label={`How far ${first.filename} is`} />
      )}
      <Button size="compact-sm" variant="default" onClick={onShow}>
        Show the imports
      </Button>
    </div>
  )
}
