import { Button, FileInput, Progress, Select } from '@mantine/core'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { type Feed, FEED_LEAVES } from '@despatch/domain/feeds/feed-fields'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isAbort, messageOf } from '../kit/server/api-error.ts'
import { focusIfLost } from '../kit/browser/focus.ts'
import { queryClient } from '../kit/server/query-client.ts'
import { notify } from '../kit/notify/notify.ts'
import { useWhyNotEdit } from '../kit/session/use-may.ts'
import fileStyles from '../kit/form/file.module.css'
import { eventCodesChanged } from './carrier-event-codes/event-code-queries.ts'
import { FeedOutcome } from './feed-outcome.tsx'
import { FEED_TEXTS } from './feed-text.ts'
import { FilePreview } from './file-preview.tsx'
import { type FileHead, readHead } from './file-head.ts'
import { draftOf, newDraft, type MappingDraft } from './mapping-draft.ts'
import { MappingEditor } from './mapping-editor.tsx'
import { feedMappings } from './mapping-queries.ts'
import styles from './feeds.module.css'
import { asFeedFile } from './workbook-as-csv.ts'
import { uploadFeed } from './upload-feed.ts'

const BY_NAME = ''

/** File, mapping, and the button that sends it; then how far it is, and what came of it. */
export function FeedFile({ feed: of }: { feed: Feed }) {
  const whyNot = useWhyNotEdit(FEED_LEAVES[of])
  const saved = useQuery(feedMappings(of))
  const mappings = saved.data ?? []
  const [file, setFile] = useState<File | null>(null)
  const [mappingName, setMappingName] = useState(BY_NAME)
  const [editing, setEditing] = useState<MappingDraft>()
  const mapping = mappings.find(({ name }) => name === mappingName)?.mapping
  const head = useHead(file, mapping?.encoding ?? 'utf-8')
  const start = useRef<HTMLButtonElement>(null)
  const feed = useFeed(of, file, mapping && mappingName)
  const isOver = feed.isSuccess || feed.isError
  // While it was at work the button could not keep the focus.
  useEffect(() => {
    if (isOver) focusIfLost(start.current)
  }, [isOver])

  return (
    <>
      <div className={styles.choices}>
        <FileInput
          label="File"
          placeholder="Choose a file"
          accept={`.csv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson${of === 'skus' ? ',.xlsx' : ''}`}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the file' }}
          disabled={feed.isPending}
          value={file}
          onChange={(chosen) => {
            feed.reset()
            if (chosen && of === 'skus')
              void asFeedFile(chosen).then(setFile, (error) => notify.danger(messageOf(error)))
            else setFile(chosen)
          }}
        />
        <Select
          label="Mapping of the columns"
          allowDeselect={false}
          disabled={feed.isPending}
          data={[
            { value: BY_NAME, label: 'None: columns are named like the fields' },
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
              onClick={() => setEditing(draftOf(mappingName, mapping))}
            >
              Edit the mapping
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
      {file && !editing && <FilePreview feed={of} head={head} mapping={mapping} />}
      {editing && (
        <MappingEditor
          key={editing.name}
          feed={of}
          initial={editing}
          head={head}
          onClose={(name) => {
            setEditing(undefined)
            if (name !== undefined) setMappingName(name)
          }}
        />
      )}
      {!editing && (
        <div className={fileStyles.actions}>
          <Button
            disabled={!file || whyNot !== undefined}
            loading={feed.isPending}
            ref={start}
            onClick={() => feed.mutate(false)}
          >
            {FEED_TEXTS[of].button}
          </Button>
          {of === 'skus' && !feed.isPending && (
            <Button variant="default" disabled={!file || whyNot !== undefined} onClick={() => feed.mutate(true)}>
              See what would change
            </Button>
          )}
          {feed.isPending && (
            <Button variant="default" onClick={feed.cancel}>
              Cancel
            </Button>
          )}
          <Remark whyNot={whyNot} hasFile={file !== null} />
        </div>
      )}
      {feed.isPending && file && <Sending sent={feed.sent} size={file.size} last={FEED_TEXTS[of].last} />}
      <div aria-live="polite">
        {feed.error && !feed.isPending && (
          <p className={fileStyles.problem}>
            {isAbort(feed.error)
              ? 'Cancelled. Rows already taken are kept; send the file again for the rest.'
              : messageOf(feed.error)}
          </p>
        )}
        {feed.data && <FeedOutcome fed={feed.data} fileName={file?.name ?? of} isPreview={feed.variables ?? false} />}
      </div>
    </>
  )
}

function Remark({ whyNot, hasFile }: { whyNot: string | undefined; hasFile: boolean }) {
  const text = whyNot ?? (hasFile ? undefined : 'Choose a file first.')
  return text && <span className={fileStyles.remark}>{text}</span>
}

function Sending({ sent, size, last }: { sent: number; size: number; last: string }) {
  const percent = size === 0 ? 100 : Math.min(100, (sent / size) * 100)
  return (
    <div className={styles.progress}>
      <Progress value={percent} aria-label="How much of the file is sent" />
      <span className={fileStyles.remark}>
        {percent < 100 ? `${(sent / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB sent` : `All sent; ${last}`}
      </span>
    </div>
  )
}

function useHead(file: File | null, encoding: ColumnMapping['encoding']): FileHead | undefined {
  const [read, setRead] = useState<{ of: File; encoding: string; head: FileHead | undefined }>()
  useEffect(() => {
    let isCurrent = true
    if (file)
      void readHead(file, encoding).then(
        (head) => isCurrent && setRead({ of: file, encoding, head }),
        () => undefined,
      )
    return () => {
      isCurrent = false
    }
  }, [file, encoding])
  // What was read of the file before, or in another encoding, is not this file's.
  return read && read.of === file && read.encoding === encoding ? read.head : undefined
}

function useFeed(feed: Feed, file: File | null, mapping: string | undefined) {
  const [sent, setSent] = useState(0)
  const underWay = useRef<AbortController>(undefined)
  useEffect(() => () => underWay.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: async (isPreview: boolean) => {
      if (!file) throw new Error('Choose a file first.')
      underWay.current = new AbortController()
      setSent(0)
      return uploadFeed({ feed, file, mapping, isPreview, signal: underWay.current.signal, onSent: setSent })
    },
    onSuccess: ({ summary }, isPreview) => {
      if (isPreview) return
      if (summary.read === 0) notify.info(`${file?.name ?? 'The file'} has no rows.`)
      else if (summary.refused > 0) notify.info(`Some rows of ${file?.name ?? 'the file'} were refused.`)
      else notify.success(`${file?.name ?? 'The file'} is taken in.`)
    },
    onSettled: () => {
      if (feed === 'delivery-events') void eventCodesChanged()
      if (feed === 'skus') void queryClient.invalidateQueries({ queryKey: ['skus'] })
    },
    onError: (error) => {
      if (!isAbort(error)) notify.danger(messageOf(error))
    },
  })
  return { ...mutation, sent, cancel: () => underWay.current?.abort() }
}
