import { type ReactNode, useState } from 'react'
import { ApiError } from '../server/api-error.ts'
import { agreementText, type ConflictField, conflictsOf, type ShownFields } from './conflict.ts'
import { VersionConflict } from './version-conflict.tsx'

type Versioned = { readonly version?: number | undefined }

/** What useContractForm gives, its fields by names that are known only as it runs. */
export type AmendedForm<Values> = {
  readonly form: { getValues(): Values; setFieldValue(field: string, value: unknown): void }
  prefill(field: string, value: unknown): void
}

type Given<Values extends Versioned> = {
  /** What is amended, for people: 'role'. */
  readonly noun: string
  readonly state: AmendedForm<Values>
  readonly initialValues: Values
  /** The record as it is now, of the refusal where that carries it, else asked for; undefined where it is no more. */
  readonly fetchNow: (refusal: ApiError) => Promise<Values | undefined>
  /** What others did to the record after a version, in words, where the refusal says it. */
  readonly done?: (refusal: ApiError, since: number) => readonly string[]
  /** The values in words, for people to choose by. */
  readonly shown: (values: Values) => ShownFields
  /** One's own values with the other's in the fields named (as `shown` names them), and the other's version. */
  readonly merged: (mine: Values, theirs: Values, fromTheirs: ReadonlySet<string>) => Values
}

type Conflict<Values> = {
  readonly theirs: Values
  readonly fields: readonly ConflictField[]
  readonly done: readonly string[]
  readonly agreement: string
}

/**
 * What a form does where someone else has changed its record meanwhile: hand what its call throws to `show`, and put
 * `panel` above the fields. After saving, hand what was saved to `beginWith`.
 */
export function useVersionConflict<Values extends Versioned>(given: Given<Values>) {
  const { form, prefill } = given.state
  const [base, setBase] = useState(given.initialValues)
  const [conflict, setConflict] = useState<Conflict<Values>>()
  const clear = () => setConflict(undefined)

  /** What the form is compared with from now on; fields that were left as they were follow. */
  function beginWith(values: Values) {
    for (const [field, value] of Object.entries(values)) prefill(field, value)
    setBase(values)
    clear()
  }
  /** Shows what someone else did, where that is why a call was refused. Throws the error on. */
  async function show(error: unknown): Promise<never> {
    if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error
    const theirs = await given.fetchNow(error)
    // It is gone since: there is nothing to compare with, and the form has to say what happened.
    if (!theirs) throw new ApiError(error.status, { code: 'not_found', message: error.message })
    const mine = form.getValues()
    const known = mine.version === base.version ? given.shown(base) : undefined
    const shown = { mine: given.shown(mine), theirs: given.shown(theirs) }
    setConflict({
      theirs,
      fields: conflictsOf({ base: known, ...shown }),
      done: given.done?.(error, mine.version ?? 0) ?? [],
      agreement: agreementText(known, shown.theirs),
    })
    throw error
  }
  function takeChosen(fromTheirs: ReadonlySet<string>) {
    if (!conflict) return
    const merged = given.merged(form.getValues(), conflict.theirs, fromTheirs)
    beginWith(conflict.theirs)
    for (const [field, value] of Object.entries(merged)) form.setFieldValue(field, value)
  }

  const panel: ReactNode = conflict && (
    <VersionConflict
      key={conflict.theirs.version ?? 0}
      noun={given.noun}
      fields={conflict.fields}
      done={conflict.done}
      agreement={conflict.agreement}
      onChosen={takeChosen}
    />
  )
  return { base, beginWith, show, clear, panel }
}
