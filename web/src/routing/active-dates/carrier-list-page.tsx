import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { formatCount } from '@despatch/domain/money/money'
import type { UseQueryResult } from '@tanstack/react-query'
import type { RowData } from '@tanstack/react-table'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { RuleBookLink } from '../rule-book/rule-book-link.tsx'
import { ExportRows } from '../../kit/list/export/export-rows.tsx'
import { DataTable } from '../../kit/list/data-table.tsx'
import type { Columns } from '../../kit/list/features.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import styles from '../../kit/list/table.module.css'

type CarrierRow = { readonly carrier: string }

type CarrierListPageProps<Row extends RowData> = {
  readonly title: string
  /** The name under which the table's layout is stored. */
  readonly name: string
  readonly columns: Columns<Row>
  readonly carriers: Pick<UseQueryResult<readonly Row[]>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** The address of a carrier's tab. */
  readonly addressOf: (carrier: string) => string
  /** The kind of findings that the screen corrects. */
  readonly findingKind: 'carrier' | 'capacity'
}

const rowId = ({ carrier }: CarrierRow) => carrier

/** Lists the client's carriers; each opens in a tab. */
export function CarrierListPage<Row extends CarrierRow & RowData>({
  title,
  name,
  columns,
  carriers,
  addressOf,
  findingKind,
}: CarrierListPageProps<Row>) {
  const goTo = useGoTo()
  const { data: rows, error, isPending, refetch } = carriers
  const count = rows?.length
  return (
    <ListPage
      title={title}
      counted={count !== undefined && `${formatCount(count)} ${count === 1 ? 'carrier' : 'carriers'}`}
      action={
        <span className={styles.pageActions}>
          <ExportRows table={name} title={title} columns={columns} rows={rows} />
          <RuleBookLink />
        </span>
      }
      foot={<FindingsOf kinds={[findingKind]} />}
    >
      <DataTable
        name={name}
        label="Carriers"
        columns={columns}
        rows={rows}
        rowId={rowId}
        isLoading={isPending}
        error={error}
        onRetry={() => void refetch()}
        onOpen={({ carrier }) => goTo(addressOf(carrier))}
        empty={<p>This client has no carriers yet. Carriers are added with their contracted methods.</p>}
      />
    </ListPage>
  )
}
