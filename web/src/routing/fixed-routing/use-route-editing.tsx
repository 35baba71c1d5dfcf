import { Button } from '@mantine/core'
import { MAX_ROUTES_AT_ONCE, type CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { formatCount } from '@despatch/domain/money/money'
import { useState } from 'react'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { AddRoutesForm } from './add-routes-form.tsx'
import { InPlace } from './in-place.tsx'
import { RemoveRoutesDialog } from './remove-routes-dialog.tsx'
import { UpdateRoutesForm } from './update-routes-form.tsx'

type Editing =
  | { readonly kind: 'adding'; readonly skus: readonly string[]; readonly category: string }
  | { readonly kind: 'changing'; readonly rows: readonly CategoryDetailRow[] }

type EditingOptions = {
  /** The selected rows, with and without routes. */
  readonly selected: readonly CategoryDetailRow[]
  readonly clear: () => void
  readonly selectRows: (rows: readonly CategoryDetailRow[]) => void
  /** The initial category. */
  readonly category: string
  readonly isForRegions: boolean
  /** The initial SKU, if one is shown. */
  readonly sku?: string
}

const named = (count: number) => `${formatCount(count)} ${count === 1 ? 'route' : 'routes'}`

/** Adding, changing and deleting routes on both fixed routing screens. `form` replaces the list while it is set. */
export function useRouteEditing({ selected, clear, selectRows, category, isForRegions, sku = '' }: EditingOptions) {
  const [editing, setEditing] = useState<Editing>()
  const [isAsking, setIsAsking] = useState(false)
  const whyNot = useEditDisabledReason(
    'carrierRoutingControl.productFixedRoutingBySku',
    'carrierRoutingControl.productFixedRoutingByRegion',
  )
  const routes = selected.filter(({ customPreferenceID }) => customPreferenceID !== '')
  const unheld = selected.filter(({ customPreferenceID }) => customPreferenceID === '')
  const tooMany =
    selected.length > MAX_ROUTES_AT_ONCE ? `At most ${formatCount(MAX_ROUTES_AT_ONCE)} rows at once.` : undefined
  const reason = whyNot ?? tooMany
  function finish(isChanged: boolean) {
    // The selection has the old versions.
    if (isChanged) clear()
    setEditing(undefined)
  }
  const add = (skus: readonly string[], of: string) => setEditing({ kind: 'adding', skus, category: of })
  const change = (rows: readonly CategoryDetailRow[]) => setEditing({ kind: 'changing', rows })

  return {
    form: editing && (
      <InPlace key={editing.kind}>
        <RoutesForm editing={editing} isForRegions={isForRegions} onDone={finish} />
      </InPlace>
    ),
    whyNot,
    /** Called by Enter on a row, or the button in its preview. */
    edit(row: CategoryDetailRow) {
      if (whyNot !== undefined) return
      if (row.customPreferenceID === '') add([row.Code], '')
      else change([row])
    },
    adding: { label: 'Add fixed routes', whyNot, onAdd: () => add(sku === '' ? [] : [sku], category) },
    /** The actions for the selection. */
    actions: (
      <RouteActions
        whyNot={reason}
        unheld={unheld.map(({ Code }) => Code)}
        routes={routes}
        onHold={(skus) => add(skus, '')}
        onChange={change}
        onDelete={() => setIsAsking(true)}
      />
    ),
    dialog: (
      <RemoveRoutesDialog
        rows={routes}
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onDeleted={clear}
        onChangedMeanwhile={(now) => selectRows([...now, ...unheld])}
      />
    ),
  }
}

type RoutesFormProps = {
  readonly editing: Editing
  readonly isForRegions: boolean
  readonly onDone: (isChanged: boolean) => void
}

function RoutesForm({ editing, isForRegions, onDone }: RoutesFormProps) {
  return editing.kind === 'adding' ? (
    <AddRoutesForm
      skus={editing.skus}
      category={editing.category}
      isForRegions={isForRegions}
      onDone={() => onDone(true)}
    />
  ) : (
    <UpdateRoutesForm rows={editing.rows} isForRegions={isForRegions} onDone={onDone} />
  )
}

type RouteActionsProps = {
  readonly whyNot: string | undefined
  /** The selected SKUs without a route. */
  readonly unheld: readonly string[]
  readonly routes: readonly CategoryDetailRow[]
  readonly onHold: (skus: readonly string[]) => void
  readonly onChange: (routes: readonly CategoryDetailRow[]) => void
  readonly onDelete: () => void
}

function RouteActions({ whyNot, unheld, routes, onHold, onChange, onDelete }: RouteActionsProps) {
  const isOff = whyNot !== undefined
  return (
    <>
      <DisabledReason reasons={[whyNot]} />
      {unheld.length > 0 && (
        <Button size="compact-sm" variant="default" disabled={isOff} onClick={() => onHold(unheld)}>
          Hold {formatCount(unheld.length)} {unheld.length === 1 ? 'SKU' : 'SKUs'}…
        </Button>
      )}
      {routes.length > 0 && (
        <>
          <Button size="compact-sm" variant="default" disabled={isOff} onClick={() => onChange(routes)}>
            Change {named(routes.length)}…
          </Button>
          <Button size="compact-sm" variant="default" disabled={isOff} onClick={onDelete}>
            Delete {named(routes.length)}…
          </Button>
        </>
      )}
    </>
  )
}
