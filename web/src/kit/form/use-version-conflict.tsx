import { type ReactNode, useState } from 'react'
import { ApiError } from '../server/api-error.ts'
import { agreementText, type ConflictField, conflictsOf, type ShownFields } from './conflict.ts'
import { VersionConflict } from './version-conflict.tsx'

type Versioned = { readonly version?: number | undefined }

/** The part of useContractForm's state that conflicts need, with field names as plain strings. */
export type AmendedForm<Values> = {
  readonly form: { getValues(): Values; setFieldValue(field: string, value: unknown): void }
  prefill(field: string, value: unknown): void
}

type VersionConflictOptions<Values extends Versioned> = {
  /** Noun for the record: 'role'. */
  readonly noun: string
  readonly state: AmendedForm<Values>
  readonly initialValues: Values
  /** The current record, from the refusal or fetched; undefined if it no longer exists. */
  readonly fetchNow: (refusal: ApiError) => Promise<Values | undefined>
  /** Descriptions of the changes by others since a version, if the refusal has them. */
  readonly done?: (refusal: ApiError, since: number) => readonly string[]
  /** The values in words, for the user to choose between. */
  readonly shown: (values: Values) => ShownFields
  /** The user's values, with the named fields (names as in `shown`) and the version from `theirs`. */
  readonly merged: (mine: Values, theirs: Values, fromTheirs: ReadonlySet<string>) => Values
}

type Conflict<Values> = {
  readonly theirs: Values
  readonly fields: readonly ConflictField[]
  readonly done: readonly string[]
  readonly agreement: string
}

/**
 * Handles version conflicts of a form. Pass errors of its call to `show`, and render `panel` above the fields. After saving,
 * pass the saved values to `rebase`.
 */
export function useVersionConflict<Values extends Versioned>(options: VersionConflictOptions<Values>) {
  const { form, prefill } = options.state
  const [base, setBase] = useState(options.initialValues)
  const [conflict, setConflict] = useState<Conflict<Values>>()
  const clear = () => setConflict(undefined)

  /** Compares the form with these values from now on. Fields that the user has not changed take them. */
  function rebase(values: Values) {
    for (const [field, value] of Object.entries(values)) prefill(field, value)
    setBase(values)
    clear()
  }
  /** Shows the changes of others if the error is a version conflict. Always throws the error. */
  async function show(error: unknown): Promise<never> {
    if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error
    const theirs = await options.fetchNow(error)
    // The record was deleted meanwhile: there is nothing to compare with, so the form shows the message.
    if (!theirs) throw new ApiError(error.status, { code: 'not_found', message: error.message })
    const mine = form.getValues()
    const known = mine.version === base.version ? options.shown(base) : undefined
    const shown = { mine: options.shown(mine), theirs: options.shown(theirs) }
    setConflict({
      theirs,
      fields: conflictsOf({ base: known, ...shown }),
      done: options.done?.(error, mine.version ?? 0) ?? [],
      agreement: agreementText(known, shown.theirs),
    })
    throw error
  }
  function takeChosen(fromTheirs: ReadonlySet<string>) {
    if (!conflict) return
    const merged = options.merged(form.getValues(), conflict.theirs, fromTheirs)
    rebase(conflict.theirs)
    for (const [field, value] of Object.entries(merged)) form.setFieldValue(field, value)
  }

  const panel: ReactNode = conflict && (
    <VersionConflict
      key={conflict.theirs.version ?? 0}
      noun={options.noun}
      fields={conflict.fields}
      done={conflict.done}
      agreement={conflict.agreement}
      onChosen={takeChosen}
    />
  )
  return { base, rebase, show, clear, panel }
}
