import { Button, Drawer, Pagination, Progress, SegmentedControl, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatCount } from '@despatch/domain/money/money'
import { useStore } from '../../kit/browser/store.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import styles from './imports.module.css'
import { ImportRow } from './import-row.tsx'
import { IMPORTS_PAGE, importsOf } from './import-queries.ts'
import { ACCEPTED_FILES, sizeText } from './import-text.ts'
import { sendFiles, type Upload, uploads } from './upload-store.ts'
import { useDroppedFiles } from '../../kit/browser/use-dropped-files.ts'

type Shown = 'imports' | 'waiting'
type ImportsDrawerProps = {
  /** All imports, or the files that wait for a mapping; undefined while the drawer is closed. */
  readonly shown: Shown | undefined
  readonly onShow: (shown: Shown) => void
  readonly onClose: () => void
  /** Opens the mapping studio for a file with an unknown layout. */
  readonly onMap: (importID: string) => void
}

/** Uploads carriers' files and shows their progress and results. Imports continue when it is closed. */
export function ImportsDrawer({ shown, onShow, onClose, onMap }: ImportsDrawerProps) {
  return (
    <Drawer opened={shown !== undefined} onClose={onClose} position="right" size="lg" title="Import invoices">
      {shown && <Imports shown={shown} onShow={onShow} onMap={onMap} />}
    </Drawer>
  )
}

type ImportsProps = Pick<ImportsDrawerProps, 'onShow' | 'onMap'> & { readonly shown: Shown }

function Imports({ shown, onShow, onMap }: ImportsProps) {
  const input = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const { isOver } = useDroppedFiles(place, (files) => void sendFiles(files))
  const underWay = useStore(uploads)
  return (
    <div ref={place} className={styles.imports} data-over={isOver || undefined}>
      <div className={styles.drop}>
        <p>Drop carrier files here (CSV or XLSX, also in ZIP or gzip).</p>
        <Button data-autofocus onClick={() => input.current?.click()}>
          Choose files
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Carrier files"
          accept={ACCEPTED_FILES}
          onChange={({ currentTarget }) => {
            void sendFiles([...(currentTarget.files ?? [])])
            // So that the same file can be chosen again.
            currentTarget.value = ''
          }}
        />
        <p className={styles.remark}>You can close this window once a file is uploaded.</p>
      </div>
      {underWay.map((upload) => (
        <Sending key={upload.id} upload={upload} />
      ))}
      <ImportList key={shown} shown={shown} onShow={onShow} onMap={onMap} />
    </div>
  )
}

/** One page of imports, the newest first. */
function ImportList({ shown, onShow, onMap }: ImportsProps) {
  const [wanted, setPage] = useState(1)
  const isWaiting = shown === 'waiting'
  const { data, error, refetch } = useQuery({
    ...importsOf({ isWaiting, page: wanted }),
    placeholderData: keepPreviousData,
  })
  const pages = Math.ceil((data?.pageInfo.total ?? 0) / IMPORTS_PAGE)
  // Files of the last page may have been mapped or cancelled.
  if (pages > 0 && wanted > pages) setPage(pages)
  const title = isWaiting ? 'Files to map' : 'Recent imports'
  return (
    <>
      <h2>{title}</h2>
      <SegmentedControl
        aria-label="Imports shown"
        value={shown}
        onChange={onShow}
        data={[
          { value: 'imports', label: 'All' },
          { value: 'waiting', label: data ? `To map (${formatCount(data.waiting)})` : 'To map' },
        ]}
      />
      {data ? (
        data.imports.length > 0 ? (
          <ul className={styles.list} aria-label={title}>
            {data.imports.map((one) => (
              <ImportRow key={one.importID} of={one} onMap={onMap} />
            ))}
          </ul>
        ) : (
          <p className={styles.remark}>{isWaiting ? 'No files to map.' : 'No imports yet.'}</p>
        )
      ) : error ? (
        <TableProblem error={error} onRetry={() => void refetch()} isInline />
      ) : (
        <Skeleton height={120} aria-label="Loading the imports" />
      )}
      {pages > 1 && (
        <Pagination
          size="sm"
          total={pages}
          value={wanted}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </>
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
      <Progress value={size === 0 ? 0 : (100 * sent) / size} aria-label={`Upload progress of ${what}`} />
      <span className={styles.remark} role="status">
        {sent < size ? `${sizeText(sent)} of ${sizeText(size)} uploaded` : 'Uploaded. Checking…'}
      </span>
    </div>
  )
}
