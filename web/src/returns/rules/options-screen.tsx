import type { ReturnItemOf } from '@despatch/contract/returns/rules/return-item'
import { formatCount } from '@despatch/domain/money/money'
import { DESTINATION_TITLES, PAYER_TITLES, SERVICE_TITLES } from '@despatch/domain/returns/rules/return-rule-text'
import { useQuery } from '@tanstack/react-query'
import { MoneyText, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { useCurrency } from '../../kit/session/use-currency.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { ItemDraft } from './item-draft.tsx'
import { ItemsPage } from './items-page.tsx'
import { FEW_LABELS, labelPools } from './label-pools.ts'
import { OptionForm } from './option-form.tsx'
import { useItemsOfKind } from './use-items-of-kind.ts'

type Option = ReturnItemOf<'option'>
const TITLE = 'Returns Options: Routing Rules'
const column = columnsOf<Option>()

function Price({ amount }: { readonly amount: string }) {
  return <MoneyText amount={amount} currency={useCurrency()} />
}

const GIVES_TITLES = { address: 'An address', link: 'A carrier’s link', label: 'A label' } as const

/** Labels left in a pool; few or none are highlighted. */
function LabelsLeft({ pool }: { readonly pool: string }) {
  const { data } = useQuery(labelPools)
  if (!data) return 'A label'
  const free = data.pools.find((one) => one.pool === pool)?.free ?? 0
  const text = free === 0 ? 'No labels left' : `${formatCount(free)} ${free === 1 ? 'label' : 'labels'} left`
  if (free >= FEW_LABELS) return text
  return <Status meaning={free === 0 ? 'bad' : 'attention'}>{text}</Status>
}

const COLUMNS: Columns<Option> = column.columns([
  column.accessor('name', { header: 'Option', size: 200, enableSorting: false }),
  column.accessor(({ service }) => SERVICE_TITLES[service], {
    id: 'service',
    header: 'Service',
    size: 130,
    enableSorting: false,
  }),
  column.accessor(({ destination }) => DESTINATION_TITLES[destination], {
    id: 'destination',
    header: 'Destination',
    size: 140,
    enableSorting: false,
  }),
  column.accessor(({ countries, regions }) => [...countries, ...regions].join(', ') || 'Everywhere', {
    id: 'serves',
    header: 'Serves',
    size: 200,
    enableSorting: false,
  }),
  column.accessor('price', {
    header: 'Price',
    size: 100,
    enableSorting: false,
    meta: { align: 'right' },
    cell: ({ getValue }) => <Price amount={getValue()} />,
  }),
  column.accessor(({ payer }) => PAYER_TITLES[payer], {
    id: 'payer',
    header: 'Paid by',
    size: 110,
    enableSorting: false,
  }),
  column.accessor(({ gives }) => GIVES_TITLES[gives.kind], {
    id: 'gives',
    header: 'Customer gets',
    size: 190,
    enableSorting: false,
    cell: ({ row: { original }, getValue }) =>
      original.gives.kind === 'label' ? <LabelsLeft pool={original.gives.pool} /> : getValue(),
  }),
  column.accessor('active', {
    header: 'Status',
    size: 190,
    enableSorting: false,
    cell: ({ row: { original } }) => <ItemDraft {...original} />,
  }),
])

/** Returns Options: Routing Rules: ways to send goods back, destinations, and who pays. */
export function OptionsScreen() {
  const whyNot = useEditDisabledReason('returnsPortalControl.returnsOptionsRoutingRules')
  const options = useItemsOfKind('option')
  return (
    <ForOneClient title={TITLE} what="see its returns rules">
      {() => (
        <ItemsPage<Option>
          title={TITLE}
          name="return-options"
          noun={['option', 'options']}
          columns={COLUMNS}
          items={options}
          nameOf={({ name }) => name}
          whyNot={whyNot}
          empty="No options yet. Add one so that customers can return items."
          removal="It is no longer offered once the draft is published."
          form={OptionForm}
        />
      )}
    </ForOneClient>
  )
}
