import { Button, FileInput, Progress, Select } from '@mantine/core'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { type Feed, FEED_LEAVES } from '@despatch/domain/feeds/feed-fields'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isAbort, messageOf } from '../kit/server/api-error.ts'
import { focusIfLost } from '../kit/browser/focus.ts'
import { useEditDisabledReason } from '../kit/session/use-rights.ts'
import fileStyles from '../kit/form/file.module.css'
import { FeedActions } from './feed-actions.tsx'
import { FeedOutcome } from './feed-outcome.tsx'
import { FEED_TEXTS } from './feed-text.ts'
import { findMissingFeedColumns, FilePreview } from './file-preview.tsx'
import type { FileHead } from './file-head.ts'
import { toDraft, newDraft, type MappingDraft } from './mapping-draft.ts'
import { MappingEditor } from './mapping-editor.tsx'
import { feedMappings } from './mapping-queries.ts'
import styles from './feeds.module.css'
import { useFeed } from './use-feed.ts'
import { useFileHead } from './use-file-head.ts'

const BY_NAME = ''
const CANCELLED = {
  checking: 'Cancelled. Nothing was imported.',
  feeding: 'Cancelled. Imported rows are kept. Upload the file again for the rest.',
}

/** The choice of file and mapping, the buttons to check and feed it, and then progress and result. */
export function FeedFile({ feed: of }: { feed: Feed }) {
  const whyNot = useEditDisabledReason(FEED_LEAVES[of])
  const saved = useQuery(feedMappings(of))
  const mappings = saved.data ?? []
  const [file, setFile] = useState<File | null>(null)
  const [mappingName, setMappingName] = useState(BY_NAME)
  const [editing, setEditing] = useState<MappingDraft>()
  const mapping = mappings.find(({ name }) => name === mappingName)?.mapping
  const { head, problem } = useFileHead(file, mapping?.encoding ?? 'utf-8')
  const start = useRef<HTMLButtonElement>(null)
  const feed = useFeed(of, file, mapping && mappingName)
  const isOver = feed.isSuccess || feed.isError
  // The button lost the focus while it was disabled.
  useEffect(() => {
    if (isOver) focusIfLost(start.current)
  }, [isOver])

  return (
    <>
      <div className={styles.choices}>
        <FileInput
          label="File"
          placeholder="Choose a file"
          accept=".csv,.txt,.tsv,.ndjson,.jsonl,.xlsx,text/csv,application/x-ndjson"
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the file' }}
          disabled={feed.isPending}
          value={file}
          onChange={(chosen) => {
            feed.reset()
            setFile(chosen)
          }}
        />
        <Select
          label="Column mapping"
          allowDeselect={false}
          disabled={feed.isPending}
          data={[
            { value: BY_NAME, label: 'None – columns are named like the fields' },
            ...mappings.map(({ name }) => ({ value: name, label: name })),
          ]}
          error={saved.error && messageOf(saved.error)}
          value={mappingName}
          onChange={(name) => {
            setMappingName(name ?? BY_NAME)
            setEditing(undefined)
            feed.reset()
          }}
        />
        <div className={styles.buttons}>
          {mapping && (
            <Button
              variant="default"
              disabled={whyNot !== undefined}
              onClick={() => setEditing(toDraft(mappingName, mapping))}
            >
              Edit mapping
            </Button>
          )}
          <Button
            variant="default"
            disabled={whyNot !== undefined}
            onClick={() => setEditing(newDraft(of, head?.columns ?? [], head?.rows))}
          >
            New mapping
          </Button>
        </div>
      </div>
      {file && !editing && <FilePreview feed={of} head={head} problem={problem} mapping={mapping} />}
      {editing && (
        <MappingEditor
          key={editing.name}
          feed={of}
          initial={editing}
          head={head}
          onClose={(name) => {
            setEditing(undefined)
            if (name === undefined) return
            setMappingName(name)
            feed.reset()
          }}
        />
      )}
      {!editing && (
        <FeedActions feed={of} whyNot={whyNot ?? sendProblem(of, file, head, mapping)} sending={feed} start={start} />
      )}
      {feed.isPending && file && (
        <Sending
          sent={feed.sent}
          size={file.size}
          last={feed.variables ? 'the last rows are being checked' : FEED_TEXTS[of].last}
        />
      )}
      <div aria-live="polite">
        {feed.error && !feed.isPending && (
          <p className={fileStyles.problem}>
            {isAbort(feed.error) ? CANCELLED[feed.variables ? 'checking' : 'feeding'] : messageOf(feed.error)}
          </p>
        )}
        {feed.data && (
          <FeedOutcome feed={of} answer={feed.data} fileName={file?.name ?? of} isPreview={feed.variables ?? false} />
        )}
      </div>
    </>
  )
}

/** Why a file cannot be sent, judged by the browser. */
function sendProblem(
  feed: Feed,
  file: File | null,
  head: FileHead | undefined,
  mapping: ColumnMapping | undefined,
): string | undefined {
  if (!file) return 'Choose a file first.'
  const missing = head ? findMissingFeedColumns(feed, head, mapping) : []
  return missing.length > 0 ? `The file lacks ${missing.join(', ')}.` : undefined
}

function Sending({ sent, size, last }: { sent: number; size: number; last: string }) {
  const percent = size === 0 ? 100 : Math.min(100, (sent / size) * 100)
  return (
    <div className={styles.progress}>
      <Progress value={percent} aria-label="Upload progress" />
      <span className={fileStyles.remark}>
        {percent < 100 ? `${(sent / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB sent` : `All sent; ${last}`}
      </span>
    </div>
  )
}
