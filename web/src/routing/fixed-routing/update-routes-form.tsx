import type { amendedFixedRoutes, CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { allRegions } from '../rule-book/region-queries.ts'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'
import { TryIt } from '../what-if/try-it.tsx'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { changedFields } from '../../kit/form/changes.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { type AmendedForm, useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import styles from './fixed-routing.module.css'
import { RouteFields } from './route-fields.tsx'
import {
  areInOrder,
  commonValues,
  ROUTE_LABELS,
  type RouteField,
  routeShape,
  LAST_BEFORE_FIRST,
  shownRoute,
  toRouteBody,
} from './route-values.ts'
import { everyRegion, rowTitle, whereText } from './route-columns.tsx'
import { fetchRoutes } from './route-queries.ts'
import { useRouteFields } from './use-route-fields.ts'

const shape = z
  .object({ ...routeShape, set: z.array(z.enum(['carrier', 'method', 'regionList', 'startDate', 'endDate'])) })
  .refine(areInOrder, LAST_BEFORE_FIRST)
type Values = z.infer<typeof shape>

/** On the screen by region, a route needs a region; without one it would only appear on the other screen. */
const shapeForRegions = (mixed: readonly RouteField[]) =>
  shape.refine(
    ({ regionList, set }) => regionList.length > 0 || (mixed.includes('regionList') && !set.includes('regionList')),
    { path: ['regionList'], message: 'Choose at least one region' },
  )

type UpdateRoutesFormProps = {
  readonly rows: readonly CategoryDetailRow[]
  /** On the screen by region: the routes must keep a region. */
  readonly isForRegions: boolean
  readonly onDone: (changed: boolean) => void
}

/** The form state for changing routes; unchanged fields stay as they are in each route. */
function useAmendedRoutes({ rows, isForRegions, onDone }: UpdateRoutesFormProps) {
  const [{ values: common, mixed }] = useState(() => commonValues(rows))
  const [initialValues] = useState<Values>(() => ({ ...common, set: [] }))
  const [schema] = useState(() => (isForRegions ? shapeForRegions(mixed) : shape))
  const ids = rows.map(({ customPreferenceID }) => customPreferenceID)

  function bodyOf(values: Values): z.input<typeof amendedFixedRoutes> {
    const changed = changedFields(conflict.base, values) as RouteField[]
    const sentFields = new Set<string>([...changed.filter((field) => !mixed.includes(field)), ...values.set])
    // A method belongs to its carrier, so both are sent together.
    if (sentFields.has('carrier')) sentFields.add('method')
    const wire = Object.entries(toRouteBody(values)).filter(([field]) => sentFields.has(field))
    return {
      customPreferenceList: conflict.known.current.map(({ customPreferenceID, version }) => ({
        customPreferenceID,
        version,
      })),
      ...Object.fromEntries(wire),
    }
  }
  const state = useContractForm({
    schema,
    initialValues,
    draftKey: `fixed-routes-${ids.join('-').slice(0, 200)}-${ids.length}`,
    labels: { ...ROUTE_LABELS, set: 'Values for all routes' },
    async onSubmit(values) {
      const { message } = await call(fixedRouting.update, { body: bodyOf(values) }).catch(conflict.show)
      notify.success(message)
      await ruleBookChanged()
      onDone(true)
    },
    onCancel: () => onDone(false),
  })
  const conflict = useRoutesConflict({ rows, mixed, initialValues, state })
  return { state, conflict, mixed, bodyOf }
}

type RoutesConflict = {
  readonly rows: readonly CategoryDetailRow[]
  readonly mixed: readonly RouteField[]
  readonly initialValues: Values
  readonly state: AmendedForm<Values>
}

/** Other users' changes to the routes, taken together: each route has its own version. */
function useRoutesConflict({ rows, mixed, initialValues, state }: RoutesConflict) {
  const regions = useQuery(allRegions).data ?? []
  // The routes and versions that the form knows.
  const known = useRef(rows)
  const fetched = useRef(rows)
  const version = (of: readonly CategoryDetailRow[]) => Math.max(...of.map((row) => row.version))
  const conflict = useVersionConflict<Values & { version: number }>({
    noun: rows.length === 1 ? 'fixed route' : 'choice of fixed routes',
    state: {
      form: {
        getValues: () => ({ ...state.form.getValues(), version: version(known.current) }),
        setFieldValue: (field, value) => field !== 'version' && state.form.setFieldValue(field, value),
      },
      prefill(field, value) {
        if (field === 'version') known.current = fetched.current
        else if (field !== 'set') state.prefill(field, value)
      },
    },
    initialValues: { ...initialValues, version: version(rows) },
    async fetchNow() {
      const now = await fetchRoutes(rows.map(({ customPreferenceID }) => customPreferenceID))
      if (now.length < rows.length) return undefined
      fetched.current = now
      return { ...commonValues(now).values, set: [], version: version(now) }
    },
    shown: (values) =>
      shownRoute(
        values,
        mixed.filter((field) => !values.set.includes(field)),
        regions,
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
  return { ...conflict, known }
}

/** Changes one or many fixed routes. Unchanged fields stay as they are in each route. */
export function UpdateRoutesForm(props: UpdateRoutesFormProps) {
  const { rows, isForRegions } = props
  const { state, conflict, mixed, bodyOf } = useAmendedRoutes(props)
  const { form } = state
  const [widened, setWidened] = useState(0)
  const set = form.useWatchValue('set')
  /** Confirms first if routes with regions would apply everywhere. */
  async function submit() {
    const checked = state.check()
    const isEverywhere = checked !== undefined && bodyOf(checked).regionList?.length === 0
    const wider = isEverywhere ? conflict.known.current.filter(({ RegionList }) => RegionList.length > 0).length : 0
    if (wider > 0) setWidened(wider)
    else if (checked) await state.submit()
  }
  const { values, change } = useRouteFields(form)
  const [first] = rows
  return (
    <FormShell
      title={
        rows.length === 1 && first
          ? `Fixed route of ${rowTitle(first)}`
          : `Change ${formatCount(rows.length)} fixed routes`
      }
      state={{ ...state, submit }}
      saveLabel="Save"
    >
      {conflict.panel}
      <div className={styles.fields}>
        {rows.length > 1 && (
          <ul className={styles.rows} aria-label="Changes">
            {rows.map((row) => (
              <li key={row.customPreferenceID}>
                {rowTitle(row)}, <span title={everyRegion(row)}>{whereText(row)}</span>, {row.carrierName}
              </li>
            ))}
          </ul>
        )}
        <RouteFields
          values={values}
          errors={form.errors}
          onChange={change}
          needsRegions={isForRegions}
          mixed={mixed}
          set={set}
          onSet={(field, isSet) => change({ set: isSet ? [...set, field] : set.filter((other) => other !== field) })}
        />
        <p className={styles.note}>Other fields stay unchanged. A new list of regions replaces the old one.</p>
        <TryIt state={state} draftOf={(checked) => ({ change: 'fixed-routes-amended', body: bodyOf(checked) })} />
        <ConfirmDialog
          opened={widened > 0}
          title="Apply everywhere, not only in some regions?"
          confirmLabel="Apply everywhere"
          onConfirm={async () => undefined}
          onDone={() => void state.submit()}
          onClose={() => setWidened(0)}
        >
          {widened === 1 ? '1 route applies' : `${formatCount(widened)} routes apply`} only in some regions. With no
          region chosen, {widened === 1 ? 'it applies' : 'they apply'} to every delivery.
        </ConfirmDialog>
      </div>
    </FormShell>
  )
}
