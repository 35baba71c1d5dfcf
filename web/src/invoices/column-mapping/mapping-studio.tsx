import { Alert, Button, Skeleton } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { invoices } from '@despatch/contract/invoices/invoices'
import { adaptLayout } from '@despatch/domain/invoices/column-mapping/adapt-layout'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { LeaveGuard } from '../../kit/form/leave-guard.tsx'
import { draftKeyOf, storeDraft, readDraft } from '../../kit/form/drafts.ts'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { useOneAtATime } from '../../kit/list/use-one-at-a-time.ts'
import { footBar } from '../../kit/notify/foot-bar.ts'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { importOf } from '../import/import-queries.ts'
import { invoicesChanged } from '../invoice-queries.ts'
import { useDecideDisabledReason } from '../use-invoice-rights.ts'
import { FieldPane } from './field-pane.tsx'
import { FilePane } from './file-pane.tsx'
import { FormatFields } from './format-fields.tsx'
import { draftLike, guessDraft, type LayoutDraft } from './layout-draft.ts'
import { codeOf, lacksOf, layoutOf } from './layout-of-draft.ts'
import { asJson, type FirstRows, firstRowsOf, storedLayouts, readAs } from './layout-queries.ts'
import { draftShape } from './draft-shape.ts'
import { NearestRemark } from './nearest-remark.tsx'
import { ReadProof } from './read-proof.tsx'
import styles from './studio.module.css'

type MappingStudioProps = { readonly importID: string; readonly onClose: () => void }

/** Maps an unknown file: its rows on one side, Despatch's fields on the other, and the result. */
export function MappingStudio({ importID, onClose }: MappingStudioProps) {
  const { data, error, refetch } = useQuery(firstRowsOf(importID))
  const { data: file } = useQuery(importOf(importID))
  const filename = file?.filename
  return (
    <section className={styles.studio} aria-label="Map columns">
      <header className={styles.head}>
        <h1>Map columns{filename ? ` of ${filename}` : ''}</h1>
        <Button variant="subtle" size="compact-sm" onClick={onClose}>
          Back to imports
        </Button>
      </header>
      {data ? (
        data.rows.length > 0 ? (
          <Studio importID={importID} {...data} onClose={onClose} />
        ) : (
          <p>The file has no rows. Cancel its import, and ask the carrier for the file again.</p>
        )
      ) : error ? (
        <TableProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={420} m="md" aria-label="Loading the rows of the file" />
      )}
    </section>
  )
}

const READ_AFTER_MS = 400
/** If a file lacks more columns of a layout, the draft is guessed instead. */
const MAX_MISSING = 3

type StudioProps = MappingStudioProps & FirstRows

function Studio({ importID, rows, nearest, carrier, onClose }: StudioProps) {
  const whyNot = useDecideDisabledReason()
  const key = draftKeyOf(`invoice-layout-${importID}`)
  const [{ adapted, guess, like, start }] = useState(() => startOf({ rows, nearest, carrier }))
  const [draft, setDraft] = useState<LayoutDraft>(() => draftShape.safeParse(readDraft(key)).data ?? start)
  const isChanged = draft !== start
  const layout = useMemo(() => layoutOf(draft, rows, adapted?.layout), [draft, rows, adapted])
  const [settled] = useDebouncedValue(layout, READ_AFTER_MS)
  const lacks = useMemo(() => lacksOf(layout), [layout])
  const read = useQuery({
    ...readAs(importID, settled),
    enabled: lacksOf(settled).length === 0,
    placeholderData: keepPreviousData,
  })
  const { data: layouts = [] } = useQuery(storedLayouts)
  const replaced = layouts.find(({ code, isBuiltIn }) => code === codeOf(draft) && !isBuiltIn)
  const save = useMutation({
    mutationFn: () => call(invoices.saveLayout, { body: { layout: asJson(layout), importID } }),
    onSuccess: ({ message }) => {
      storeDraft(key, undefined)
      notify.success(message)
      void invoicesChanged()
      onClose()
    },
    onError: (error) => notify.danger(messageOf(error)),
  })

  function change(part: Partial<LayoutDraft>) {
    const next = { ...draft, ...part }
    setDraft(next)
    storeDraft(key, next)
    save.reset()
  }
  function startOver() {
    setDraft(start)
    storeDraft(key, undefined)
    save.reset()
  }
  const problems = lacks.length > 0 ? lacks : (read.data?.problems ?? [])
  const reason =
    whyNot ?? (problems.length > 0 ? 'The layout isn’t complete yet.' : read.data ? undefined : 'Reading the file…')
  const saveOnce = useOneAtATime(save.mutateAsync)
  const submit = () => reason === undefined && saveOnce()
  useHotkeys([['mod+S', submit]], [])

  return (
    <>
      <div className={styles.body}>
        {nearest && (
          <NearestRemark
            nearest={nearest}
            adapted={adapted}
            isTaken={draft.like !== ''}
            onTake={() => like && change(like)}
            onGuess={() => change(guess)}
          />
        )}
        <FormatFields draft={draft} rows={rows} onChange={change} onDraft={(next) => change(next)} />
        <ReadProof read={lacks.length > 0 ? undefined : read.data} problems={problems} currency={draft.currency} />
        {read.error && lacks.length === 0 && (
          <TableProblem error={read.error} onRetry={() => void read.refetch()} isInline />
        )}
        <div className={styles.panes}>
          <FilePane
            rows={rows}
            draft={draft}
            layout={layout}
            refusals={lacks.length > 0 ? [] : (read.data?.refusals ?? [])}
          />
          <FieldPane rows={rows} draft={draft} onChange={change} />
        </div>
      </div>
      <div ref={footBar} className={styles.foot}>
        {save.error && (
          <Alert color="bad" variant="light" p="xs" role="alert">
            {messageOf(save.error)}
          </Alert>
        )}
        <span className={styles.remark} aria-live="polite">
          {replaced &&
            `This saves version ${replaced.version + 1} of ‘${replaced.title}’. Change the title to keep both.`}
        </span>
        <DisabledReason reasons={[reason]} />
        <Button variant="default" disabled={!isChanged || save.isPending} onClick={startOver}>
          Start over
        </Button>
        <Button
          disabled={reason !== undefined}
          loading={save.isPending}
          aria-keyshortcuts="Control+S Meta+S"
          onClick={submit}
        >
          Save and import
        </Button>
      </div>
      <LeaveGuard
        title="the mapping"
        isDirty={isChanged && !save.isSuccess}
        onDiscard={startOver}
        onStoreDraft={() => storeDraft(key, draft)}
      />
    </>
  )
}

/** The possible starts of a mapping: the nearest known layout, or a guess. */
function startOf({ rows, nearest, carrier }: FirstRows) {
  const guess = guessDraft(rows, carrier)
  const adapted = nearest && adaptLayout(nearest.layout, rows)
  const like = adapted && draftLike(adapted, rows)
  return { adapted, guess, like, start: like && adapted.missing.length <= MAX_MISSING ? like : guess }
}
