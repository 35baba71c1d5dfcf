import { Button, Drawer, Progress, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import styles from './imports.module.css'
import { ImportRow } from './import-row.tsx'
import { newestImports } from './import-queries.ts'
import { ACCEPTED_FILES, sizeText } from './import-text.ts'
import { sendFiles, type Upload, uploads } from './upload-store.ts'
import { useDroppedFiles } from '../../kit/browser/use-dropped-files.ts'

type ImportsDrawerProps = {
  readonly opened: boolean
  readonly onClose: () => void
  /** Opens the mapping studio for a file whose layout nobody knows. */
  readonly onMap: (importID: string) => void
}

/** Where carriers' files are sent from: how far each is, and what came of it. It may be closed: the work goes on. */
export function ImportsDrawer({ opened, onClose, onMap }: ImportsDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title="Import invoices">
      {opened && <Imports onMap={onMap} />}
    </Drawer>
  )
}

function Imports({ onMap }: Pick<ImportsDrawerProps, 'onMap'>) {
  const input = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const { isOver } = useDroppedFiles(place, (files) => void sendFiles(files))
  const { data, error, refetch } = useQuery(newestImports)
  const underWay = useStore(uploads)
  return (
    <div ref={place} className={styles.imports} data-over={isOver || undefined}>
      <div className={styles.drop}>
        <p>Drop one or several files of a carrier here: CSV or XLSX, also in ZIP or gzip.</p>
        <Button data-autofocus onClick={() => input.current?.click()}>
          Choose files
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files of a carrier"
          accept={ACCEPTED_FILES}
          onChange={({ currentTarget }) => {
            void sendFiles([...(currentTarget.files ?? [])])
            // The same file can be chosen again.
            currentTarget.value = ''
          }}
        />
        <p className={styles.remark}>
          You can go on working, or close this window once a file is sent: the server reads it.
        </p>
      </div>
      {underWay.map((upload) => (
        <Sending key={upload.id} upload={upload} />
      ))}
      <h2>Newest imports</h2>
      {data ? (
        data.length > 0 ? (
          <ul className={styles.list} aria-label="Newest imports">
            {data.map((one) => (
              <ImportRow key={one.importID} of={one} onMap={onMap} />
            ))}
          </ul>
        ) : (
          <p className={styles.remark}>Nothing has been imported yet.</p>
        )
      ) : error ? (
        <TableProblem error={error} onRetry={() => void refetch()} isInline />
      ) : (
        <Skeleton height={120} aria-label="Loading the imports" />
      )}
    </div>
  )
}

function Sending({ upload: { names, sent, size, cancel } }: { readonly upload: Upload }) {
  const [first = '', ...others] = names
  const what = others.length > 0 ? `${first} and ${others.length} more` : first
  return (
    <div className={styles.sending}>
      <span className={styles.name} title={names.join(', ')}>
        {what}
      </span>
      <Button size="compact-sm" variant="default" onClick={cancel}>
        Cancel
      </Button>
      <Progress value={size === 0 ? 0 : (100 * sent) / size} aria-label={`How much of ${what} is sent`} />
      <span className={styles.remark} role="status">
        {sent < size ? `${sizeText(sent)} of ${sizeText(size)} sent` : 'All sent; the server looks at it'}
      </span>
    </div>
  )
}
