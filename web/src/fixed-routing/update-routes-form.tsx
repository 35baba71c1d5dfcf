import type { amendedFixedRoutes, CategoryDetailRow } from '@despatch/contract/fixed-routing/fixed-route'
import { fixedRouting } from '@despatch/contract/fixed-routing/fixed-routing'
import { formatCount } from '@despatch/domain/money/money'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { ruleBookChanged } from '../allocation/rule-book-queries.ts'
import { TryIt } from '../allocation/try-it.tsx'
import { call } from '../app/api/call.ts'
import { notify } from '../feedback/notify.ts'
import { changedFields } from '../form/changes.ts'
import { FormShell } from '../form/form-shell.tsx'
import { useContractForm } from '../form/use-contract-form.tsx'
import { useVersionConflict } from '../form/use-version-conflict.tsx'
import styles from './fixed-routing.module.css'
import { HeldFields } from './held-fields.tsx'
import {
  areInOrder,
  commonOf,
  HELD_LABELS,
  type HeldField,
  heldShape,
  LAST_BEFORE_FIRST,
  shownHeld,
  wireOf,
} from './held-values.ts'
import { rowTitle, whereWords } from './route-columns.tsx'
import { fetchRoutes } from './route-queries.ts'
import { useHeldFields } from './use-held-fields.ts'

const shape = z
  .object({ ...heldShape, set: z.array(z.enum(['carrier', 'method', 'regionList', 'startDate', 'endDate'])) })
  .refine(areInOrder, LAST_BEFORE_FIRST)
type Values = z.infer<typeof shape>

type Given = { readonly rows: readonly CategoryDetailRow[]; readonly onDone: (changed: boolean) => void }

/** Changes one or many fixed routes at once. What is not changed here stays as it is in each. */
export function UpdateRoutesForm({ rows, onDone }: Given) {
  const [{ values: common, mixed }] = useState(() => commonOf(rows))
  const [initialValues] = useState<Values>(() => ({ ...common, set: [] }))
  // Which of them are known, and in which version: somebody else may change them meanwhile.
  const known = useRef(rows)
  const fetched = useRef(rows)
  const ids = rows.map(({ customPreferenceID }) => customPreferenceID)

  function bodyOf(values: Values): z.input<typeof amendedFixedRoutes> {
    const changed = changedFields(conflict.base, values) as HeldField[]
    const given = new Set<string>([...changed.filter((field) => !mixed.includes(field)), ...values.set])
    // A method is of its carrier: the two go together.
    if (given.has('carrier')) given.add('method')
    const wire = Object.entries(wireOf(values)).filter(([field]) => given.has(field))
    return {
      customPreferenceList: known.current.map(({ customPreferenceID, version }) => ({ customPreferenceID, version })),
      ...Object.fromEntries(wire),
    }
  }
  const state = useContractForm({
    schema: shape,
    initialValues,
    draftKey: `fixed-routes-${ids.join('-').slice(0, 200)}-${ids.length}`,
    labels: { ...HELD_LABELS, set: 'What is set for all' },
    async onSubmit(values) {
      const { message } = await call(fixedRouting.update, { body: bodyOf(values) }).catch(conflict.show)
      notify.success(message)
      await ruleBookChanged()
      onDone(true)
    },
    onCancel: () => onDone(false),
  })
  const { form } = state
  const version = (of: readonly CategoryDetailRow[]) => Math.max(...of.map((row) => row.version))
  const conflict = useVersionConflict<Values & { version: number }>({
    noun: rows.length === 1 ? 'fixed route' : 'choice of fixed routes',
    state: {
      form: {
        getValues: () => ({ ...form.getValues(), version: version(known.current) }),
        setFieldValue: (field, value) => field !== 'version' && form.setFieldValue(field as keyof Values, value),
      },
      prefill(field: keyof Values | 'version', value) {
        if (field === 'version') known.current = fetched.current
        else if (field !== 'set') state.prefill(field, value)
      },
    },
    initialValues: { ...initialValues, version: version(rows) },
    async fetchNow() {
      const now = await fetchRoutes(ids)
      if (now.length < ids.length) return undefined
      fetched.current = now
      return { ...commonOf(now).values, set: [], version: version(now) }
    },
    shown: (values) =>
      shownHeld(
        values,
        mixed.filter((field) => !values.set.includes(field)),
      ),
    merged: (mine, theirs, fromTheirs) => ({
      ...mine,
      ...(fromTheirs.has('carrier') && { carrier: theirs.carrier, method: theirs.method }),
      ...(fromTheirs.has('regionList') && { regionList: theirs.regionList }),
      ...(fromTheirs.has('startDate') && { startDate: theirs.startDate }),
      ...(fromTheirs.has('endDate') && { endDate: theirs.endDate }),
      version: theirs.version,
    }),
  })
  const set = form.useWatchValue('set')
  const { values, change } = useHeldFields(form)
  const [first] = rows
  return (
    <FormShell
      title={
        rows.length === 1 && first
          ? `Fixed route of ${rowTitle(first)}`
          : `Change ${formatCount(rows.length)} fixed routes`
      }
      state={state}
      saveLabel="Save"
    >
      {conflict.panel}
      <div className={styles.fields}>
        {rows.length > 1 && (
          <ul className={styles.rows} aria-label="What is changed">
            {rows.map((row) => (
              <li key={row.customPreferenceID}>
                {rowTitle(row)}, {whereWords(row)}, {row.carrierName}
              </li>
            ))}
          </ul>
        )}
        <HeldFields
          values={values}
          errors={form.errors}
          onChange={change}
          mixed={mixed}
          set={set}
          onSet={(field, isSet) => change({ set: isSet ? [...set, field] : set.filter((other) => other !== field) })}
        />
        <p className={styles.note}>
          What you do not change stays as it is in each of them. A list of regions that you save takes the place of the
          one before; regions are not added to it.
        </p>
        <TryIt state={state} draftOf={(checked) => ({ change: 'fixed-routes-amended', body: bodyOf(checked) })} />
      </div>
    </FormShell>
  )
}
