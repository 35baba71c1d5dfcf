import type { MissingParcel } from '@despatch/contract/invoices/still-to-be-billed'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { useQuery } from '@tanstack/react-query'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { INVOICE_SCREENS } from '../addresses.ts'
import { invoiceCarriers } from '../invoice-queries.ts'
import { PARCEL_COLUMNS, weekText } from './required-columns.tsx'
import { fetchRequiredParcels, type RequiredParcelsSearch, requiredParcelsShape } from './required-queries.ts'

const TITLE = 'Unbilled parcels'
const TABLE = 'invoices-required-parcels'
const rowId = ({ clientCode, trackingNumber }: MissingParcel) => `${clientCode} ${trackingNumber}`

/** The unbilled parcels of a carrier and week, as of a day. */
export function RequiredParcelsScreen() {
  const [search, change] = useScreenSearch(requiredParcelsShape)
  if (search.carrier !== '' && search.week !== '') return <ParcelsOfWeek search={search} onChange={change} />
  return (
    <RecordLoading title={TITLE} why="Choose a carrier and week." error={undefined} onRetry={() => undefined}>
      <p>
        <ScreenLink to={INVOICE_SCREENS.required} underline="always">
          Unbilled (accruals)
        </ScreenLink>
      </p>
    </RecordLoading>
  )
}

type ParcelsOfWeekProps = {
  readonly search: RequiredParcelsSearch
  readonly onChange: (part: Partial<RequiredParcelsSearch>) => void
}

function ParcelsOfWeek({ search, onChange }: ParcelsOfWeekProps) {
  const { carrier, week, asOf } = search
  const { data: carriers = [] } = useQuery(invoiceCarriers)
  const of = { carrier, week, asOf }
  const list = usePagedList<MissingParcel>({
    queryKey: ['invoices', 'required-parcels', of],
    place: { ...search, sort: 'despatchedAt', order: 'asc' },
    onPlace: ({ page, limit }) => onChange({ ...(page && { page }), ...(limit && { limit }) }),
    fetchPage: (page, limit, signal) => fetchRequiredParcels(of, page, limit, signal),
    rowId,
  })
  const name = list.loaded[0]?.carrierName ?? carriers.find(({ code }) => code === carrier)?.name ?? carrier
  const day = asOf ? ` as of ${formatDayShort(asOf)}` : ''
  return (
    <ListScreen
      name={TABLE}
      title={TITLE}
      label="Unbilled parcels"
      exportTitle={`Unbilled ${name} ${week}`}
      noun={['parcel', 'parcels']}
      columns={PARCEL_COLUMNS}
      list={list}
      fetchRows={(page, size, signal) => fetchRequiredParcels(of, page, size, signal).then(({ rows }) => rows)}
      filters={
        <span>
          {name}, {weekText(week)}
          {day}
        </span>
      }
      hasNoViews
      isOrdered
      action={<ScreenLink to={INVOICE_SCREENS.required}>All weeks</ScreenLink>}
      empty="All parcels of this week are billed."
    />
  )
}
