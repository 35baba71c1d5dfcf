import { randomUuid } from '../../kit/browser/random-uuid.ts'
import { DATA_ADDED } from '@despatch/domain/feedback/messages'
import { useEffect, useRef, useState } from 'react'
import { isAbort, messageOf } from '../../kit/server/api-error.ts'
import { notify } from '../../kit/notify/notify.ts'
import { accessChanged } from '../../sign-in/sessions/access-changed.ts'
import { type ChosenFile, failureOf, type Imported, importUsers, readChosenFile } from './add-multiple-users-calls.ts'

type Work = { readonly file: ChosenFile; readonly run: string; readonly sent: number }

/** The state of an import, from choosing a file to the results of its rows. */
export type ImportState =
  | { readonly stage: 'empty'; readonly problem?: string }
  | ({ readonly stage: 'checking' } & Work)
  | { readonly stage: 'checked'; readonly file: ChosenFile; readonly answer: Imported; readonly problem?: string }
  | ({ readonly stage: 'adding'; readonly answer: Imported } & Work)
  | { readonly stage: 'added'; readonly file: ChosenFile; readonly answer: Imported }

const CANCELLED = 'Cancelled. Nothing was added.'

/** Checks a file as soon as it is chosen, and adds its users on request. A check can be cancelled; adding cannot. */
export function useImport() {
  const [state, setState] = useState<ImportState>({ stage: 'empty' })
  const checking = useRef<AbortController>(undefined)
  useEffect(() => () => checking.current?.abort(), [])
  const sent = (run: string) => (bytes: number) =>
    setState((now) => ('run' in now && now.run === run ? { ...now, sent: bytes } : now))

  async function choose(chosen: File | null): Promise<void> {
    checking.current?.abort()
    setState({ stage: 'empty' })
    if (!chosen) return
    const { signal } = (checking.current = new AbortController())
    const run = randomUuid()
    try {
      const file = await readChosenFile(chosen)
      signal.throwIfAborted()
      setState({ stage: 'checking', file, run, sent: 0 })
      const answer = await importUsers({ file, mode: 'check', run, signal, onSent: sent(run) })
      setState({ stage: 'checked', file, answer })
    } catch (error) {
      // Ignore results of a file that was replaced by another.
      if (checking.current?.signal !== signal) return
      setState({ stage: 'empty', problem: isAbort(error) ? CANCELLED : messageOf(error) })
      if (!isAbort(error)) notify.danger(messageOf(error))
    }
  }

  async function add(): Promise<void> {
    if (state.stage !== 'checked') return
    const { file, answer: checked } = state
    const run = randomUuid()
    setState({ stage: 'adding', file, run, sent: 0, answer: checked })
    const mode = checked.refused === 0 ? 'all-or-nothing' : 'good-rows'
    try {
      const { signal } = new AbortController()
      const answer = await importUsers({ file, mode, run, signal, onSent: sent(run) })
      const failure = failureOf(answer)
      if (failure !== undefined) {
        // The rows show what changed since the check.
        setState({ stage: 'checked', file, answer, problem: failure })
        notify.danger(failure)
        return
      }
      setState({ stage: 'added', file, answer })
      notify.success(answer.refused === 0 ? DATA_ADDED : answer.message)
      void accessChanged()
    } catch (error) {
      setState({ stage: 'checked', file, answer: checked, problem: isAbort(error) ? CANCELLED : messageOf(error) })
      if (!isAbort(error)) notify.danger(messageOf(error))
    }
  }

  return { state, choose, add, cancel: () => checking.current?.abort() }
}
