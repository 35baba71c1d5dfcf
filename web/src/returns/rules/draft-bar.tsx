import { Button, Textarea } from '@mantine/core'
import { returns } from '@despatch/contract/returns/rules/returns'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { CheckDrawer } from './check-drawer.tsx'
import { currentReturnsBook, returnsChanged } from './returns-queries.ts'
import styles from './returns.module.css'
import { ShoppersPageDrawer } from '../shoppers-page/shoppers-page-drawer.tsx'
import { TryDrawer } from './try-drawer.tsx'
import { TryOrderDrawer } from './try-order-drawer.tsx'
import { VersionsDrawer } from './versions-drawer.tsx'

const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`

type Draft = NonNullable<RouteAnswer<typeof returns.book>['draft']>
type Shown = 'page' | 'check' | 'try' | 'order' | 'versions' | 'publish' | 'discard' | undefined

/** Reloads the book after a refusal: the draft may have changed. */
async function readAgain<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (refusal) {
    void returnsChanged()
    throw refusal
  }
}

/** The version in force, the draft's changes, and actions on both. `whyNot`: why this user cannot change the book. */
export function DraftBar({ whyNot }: { readonly whyNot: string | undefined }) {
  const { data: book } = useQuery(currentReturnsBook)
  const [shown, setShown] = useState<Shown>()
  // The draft when the dialog opened: a colleague can change it meanwhile.
  const [draftSeen, setDraftSeen] = useState<Draft>()
  const draftReason = useDialogDraft('publish-returns', shown === 'publish', { reason: '' })
  const { reason } = draftReason.values
  const close = () => setShown(undefined)
  const draft = book?.draft ?? null
  const found = draft ?? book
  const shownDraft = draftSeen && { draftAt: draftSeen.at }
  const noDraft = book ? 'No draft yet. Change something first' : 'Loading the draft'
  const cannot = whyNot ?? (draft ? undefined : noDraft)
  const isBreach = (draftSeen?.breaches ?? 0) > 0

  async function publish() {
    const override = isBreach && reason.trim() !== '' && { overrideReason: reason.trim() }
    const { message, version } = await readAgain(call(returns.publish, { body: { ...override, ...shownDraft } }))
    return `${message} Version ${version} is live.`
  }
  const discard = async () => (await readAgain(call(returns.discard, { query: { ...shownDraft } }))).message
  function ask(what: 'publish' | 'discard') {
    setDraftSeen(draft ?? undefined)
    setShown(what)
  }
  function done(message: string) {
    notify.success(message)
    void returnsChanged()
    close()
  }
  return (
    <div className={styles.bar}>
      <p className={styles.state} role="status">
        {book === undefined
          ? ' '
          : `${book.version === 0 ? 'Nothing is published yet' : `Version ${book.version} is live`}${draft ? `; ${counted(draft.changes, 'change', 'changes')} in the draft, not published` : ''}.`}
      </p>
      <Button variant="default" onClick={() => setShown('check')}>
        {found ? counted(found.findings, 'issue', 'issues') : 'Check'}
      </Button>
      <Button variant="default" onClick={() => setShown('order')}>
        Try an order
      </Button>
      <Button variant="default" onClick={() => setShown('page')}>
        Returns page
      </Button>
      <Button variant="default" onClick={() => setShown('versions')}>
        Versions
      </Button>
      <DisabledReason reasons={[cannot]} />
      <Button variant="default" disabled={cannot !== undefined} onClick={() => setShown('try')}>
        Try the draft
      </Button>
      <Button variant="default" disabled={cannot !== undefined} onClick={() => ask('discard')}>
        Discard
      </Button>
      <Button disabled={cannot !== undefined} onClick={() => ask('publish')}>
        Publish
      </Button>
      <ShoppersPageDrawer opened={shown === 'page'} whyNot={whyNot} onClose={close} />
      <CheckDrawer opened={shown === 'check'} onClose={close} />
      <TryDrawer opened={shown === 'try'} onClose={close} />
      <TryOrderDrawer opened={shown === 'order'} hasDraft={draft !== null} onClose={close} />
      <VersionsDrawer opened={shown === 'versions'} inForce={book?.version ?? 0} whyNot={whyNot} onClose={close} />
      <ConfirmDialog
        opened={shown === 'publish'}
        title={`Publish ${counted(draftSeen?.changes ?? 0, 'change', 'changes')}?`}
        confirmLabel="Publish"
        draft={draftReason}
        onConfirm={publish}
        onDone={done}
        onClose={close}
      >
        {isBreach ? (
          <>
            <p>These rules break consumer law. To publish anyway, enter a reason. It is kept.</p>
            <Textarea
              label="Reason"
              value={reason}
              maxLength={500}
              onChange={(event) => draftReason.set({ reason: event.currentTarget.value })}
            />
          </>
        ) : (
          <p>New returns use it at once. You can restore any earlier version.</p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        opened={shown === 'discard'}
        title="Discard draft?"
        confirmLabel="Discard draft"
        isDangerous
        onConfirm={discard}
        onDone={done}
        onClose={close}
      >
        <p>{counted(draftSeen?.changes ?? 0, 'change', 'changes')} will be lost. The live version doesn’t change.</p>
      </ConfirmDialog>
    </div>
  )
}
