import { Button, FileButton } from '@mantine/core'
import type { ClaimFile } from '@despatch/contract/claims/claim-files'
import { claims } from '@despatch/contract/claims/claims'
import { formatCount } from '@despatch/domain/money/money'
import { useState } from 'react'
import { saveFile } from '../../kit/list/export/save-file.ts'
import { useOneAtATime } from '../../kit/list/use-one-at-a-time.ts'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call, callFile } from '../../kit/server/call.ts'
import { upload } from '../../kit/server/upload.ts'
import { claimsChanged } from '../claim-queries.ts'
import { RecordSection } from '../../kit/record/record-section.tsx'
import parts from '../../kit/record/record-parts.module.css'
import styles from '../claims.module.css'
import { usePrepareDisabledReason } from '../use-claim-rights.ts'

type ClaimFilesProps = {
  readonly claimID: string
  readonly files: readonly ClaimFile[]
  /** What the carrier requires. */
  readonly evidence: readonly string[]
}

const warn = (error: unknown) => notify.danger(messageOf(error))

/** The evidence that the carrier requires, and the photos and documents to send with the claim. */
export function ClaimFiles({ claimID, files, evidence }: ClaimFilesProps) {
  const mayNot = usePrepareDisabledReason()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  async function add(chosen: readonly File[]) {
    if (chosen.length === 0) return
    setSending(true)
    setProblem('')
    try {
      const form = new FormData()
      for (const file of chosen) form.append('file', file, file.name)
      const sending = { signal: new AbortController().signal, onSent: () => undefined }
      const { message } = await upload(claims.addFiles, { params: { claimID } }, form, sending)
      notify.success(message)
    } catch (error) {
      // The problem stays until the next attempt; a notice would vanish before the user knows which file it was.
      setProblem(messageOf(error))
    } finally {
      setSending(false)
      void claimsChanged()
    }
  }
  return (
    <RecordSection title="Evidence">
      {evidence.length > 0 && <p className={parts.remark}>The carrier asks for: {evidence.join('; ')}.</p>}
      <ul className={parts.plain}>
        {files.map((file) => (
          <FileRow key={file.fileID} file={file} mayNot={mayNot} />
        ))}
      </ul>
      <p className={parts.remark}>
        The pack includes these files, carrier events, contents and proof of delivery. Photos of damaged returns are
        added.
      </p>
      <div className={parts.actions}>
        <FileButton
          multiple
          accept="image/jpeg,image/png,image/webp,application/pdf"
          onChange={(chosen) => void add(chosen)}
        >
          {(button) => (
            <Button
              {...button}
              mt="xs"
              size="xs"
              variant="default"
              loading={isSending}
              disabled={mayNot !== undefined}
              title={mayNot}
            >
              Add photos or PDFs…
            </Button>
          )}
        </FileButton>
      </div>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </RecordSection>
  )
}

type FileRowProps = { readonly file: ClaimFile; readonly mayNot: string | undefined }

function FileRow({ file: { fileID, name, bytes, addedBy }, mayNot }: FileRowProps) {
  const save = useOneAtATime(() =>
    callFile(claims.file, { params: { fileID } }).then((file) => saveFile(file, name), warn),
  )
  const remove = useOneAtATime(() =>
    call(claims.removeFile, { params: { fileID } })
      .then(({ message }) => notify.success(message), warn)
      .finally(() => void claimsChanged()),
  )
  return (
    <li>
      <Button variant="subtle" size="compact-sm" onClick={save}>
        {name}
      </Button>{' '}
      {formatCount(Math.ceil(bytes / 1000))} KB, {addedBy}{' '}
      <Button
        variant="subtle"
        color="bad"
        size="compact-sm"
        aria-label={`Delete ${name}`}
        disabled={mayNot !== undefined}
        title={mayNot}
        onClick={remove}
      >
        Delete
      </Button>
    </li>
  )
}
