import { Button, SegmentedControl } from '@mantine/core'
import { allocation } from '@despatch/contract/routing/allocation/allocation'
import type { DraftInput } from '@despatch/contract/routing/rule-book/drafts'
import type { FieldProblem } from '@despatch/contract/route/problem'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { ApiError, isAbort, messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { focusIfLost } from '../../kit/browser/focus.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { useStore } from '../../kit/browser/store.ts'
import { useSeesRuleBook } from '../../kit/session/use-visibility.ts'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { useIsEarlier } from '../allocation/use-is-earlier.ts'
import { whatIfOf } from './what-if-queries.ts'
import { draftText, formName, storeTried, triedStore } from './what-if-store.ts'
import { WhatIfView } from './what-if-view.tsx'
import { problemsOfForm } from './what-if-text.ts'
import styles from './what-if.module.css'

type TryItProps<Checked> = {
  /** The result of useContractForm. */
  readonly state: {
    read(): Checked | undefined
    check(): Checked | undefined
    showRefused(fields: readonly FieldProblem[]): void
    whenSaved(then: () => void): void
    readonly changed: readonly string[]
  }
  /** The draft that saving the values would publish. */
  readonly draftOf: (checked: Checked) => DraftInput
}

const DAYS = ['7', '14', '30', '90']

/** Runs a what-if of an unsaved change on the consignments of the last days. It changes nothing. */
export function TryIt<Checked>(props: TryItProps<Checked>) {
  return useSeesRuleBook() && <TryDraft {...props} />
}

function TryDraft<Checked>({ state, draftOf }: TryItProps<Checked>) {
  const element = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const name = useFormName(element)
  const tried = useStore(triedStore, (all) => all[name])
  const [days, setDays] = useState(DAYS[0] ?? '7')
  const [isStarting, setIsStarting] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const isUnchanged = state.changed.length === 0
  const isEarlier = useIsEarlier(tried?.draft, readDraft, isUnchanged)
  const daysId = useId()
  const { whenSaved } = state
  // After saving there is no draft, so its result is removed.
  useEffect(() => whenSaved(() => storeTried(name, undefined)), [whenSaved, name])

  function readDraft(): DraftInput | undefined {
    const checked = state.read()
    return checked && draftOf(checked)
  }
  /** Restore the focus: the pressed button has gone, or was disabled. */
  const restoreFocus = () =>
    requestAnimationFrame(() => focusIfLost(button.current?.disabled ? element.current : button.current))

  async function start() {
    const checked = state.check()
    setProblems(checked ? [] : ['Correct the form first.'])
    if (!checked) return
    const draft = draftOf(checked)
    setIsStarting(true)
    try {
      const begun = await call(allocation.startWhatIf, { body: { draft, days: Number(days) } })
      queryClient.setQueryData(whatIfOf(begun.id).queryKey, begun)
      storeTried(name, { id: begun.id, draft: draftText(draft) })
    } catch (error) {
      if (isAbort(error)) return
      const fields = error instanceof ApiError ? problemsOfForm(error.fields) : []
      if (fields.length > 0) state.showRefused(fields)
      setProblems(fields.length > 0 ? [...new Set(fields.map(({ message }) => message))] : [messageOf(error)])
    } finally {
      setIsStarting(false)
      restoreFocus()
    }
  }

  return (
    <section ref={element} className={styles.whatIf} aria-label="What if" tabIndex={-1}>
      <h2>What if</h2>
      <p className={styles.remark}>Test unsaved changes on recent and planned consignments. Nothing is changed.</p>
      <div className={styles.ask}>
        <span id={daysId}>Of the last</span>
        <SegmentedControl
          size="xs"
          aria-labelledby={daysId}
          data={DAYS.map((value) => ({ value, label: `${value} days` }))}
          value={days}
          onChange={setDays}
        />
        <Button
          ref={button}
          size="xs"
          variant="default"
          disabled={isUnchanged}
          loading={isStarting}
          onClick={() => void start()}
        >
          Try it…
        </Button>
        <DisabledReason reasons={[isUnchanged ? 'No changes to test yet.' : undefined]} />
      </div>
      {problems.length > 0 && (
        <ul className={styles.problems} role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {tried && (
        <WhatIfView
          key={tried.id}
          id={tried.id}
          isEarlier={isEarlier}
          onCancelled={restoreFocus}
          onClose={() => {
            storeTried(name, undefined)
            restoreFocus()
          }}
        />
      )}
    </section>
  )
}

/** Identifies the surrounding form by its title once it is rendered. */
function useFormName(element: RefObject<HTMLElement | null>): string {
  const [name, setName] = useState('')
  useEffect(() => {
    setName(formName(element.current?.closest('form')?.getAttribute('aria-label') ?? ''))
  }, [element])
  return name
}
