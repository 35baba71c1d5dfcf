import { Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import type { ComparedRow, Comparison } from './comparison.ts'
import styles from './all-clients.module.css'

const column = columnsOf<ComparedRow>()

/** The columns of a comparison, with a mark where a cell differs from the majority. */
export function comparisonColumns({ isOfMethods, columns }: Comparison): Columns<ComparedRow> {
  const headers = new Map(columns.map(({ id, header }) => [id, header]))
  return column.columns([
    column.accessor('carrierName', { id: 'carrier', header: 'Carrier', size: 108, enableSorting: false }),
    ...(isOfMethods ? [column.accessor('service', { header: 'Service', size: 130, enableSorting: false })] : []),
    column.accessor('client', { header: 'Client', size: 96, enableSorting: false, meta: { keepsText: true } }),
    ...columns.map(({ id, header, size, align, meaningOf }) =>
      column.accessor(({ cells }) => cells[id] ?? '', {
        id,
        header,
        size,
        enableSorting: false,
        cell: ({ row: { original }, getValue }) => (
          <Compared row={original} column={id} text={getValue()} meaningOf={meaningOf} />
        ),
        ...(align && { meta: { align } }),
      }),
    ),
    column.accessor(({ differing }) => [...differing.keys()].map((id) => headers.get(id) ?? id).join(', '), {
      id: 'differing',
      header: 'Differs in',
      size: 150,
      enableSorting: false,
    }),
    ...(isOfMethods
      ? [column.accessor('key', { header: 'Method', size: 110, enableSorting: false, meta: { keepsText: true } })]
      : []),
  ])
}

type ComparedProps = {
  readonly row: ComparedRow
  readonly column: string
  readonly text: string
  readonly meaningOf: Comparison['columns'][number]['meaningOf']
}

function Compared({ row, column: id, text, meaningOf }: ComparedProps) {
  const status = meaningOf && row.key !== '' ? <Status meaning={meaningOf(text)}>{text}</Status> : text
  if (!row.differing.has(id)) return status
  const most = row.differing.get(id)
  return (
    <span
      className={styles.differs}
      title={most === undefined ? 'Clients differ' : `Most clients: ${most || 'nothing'}`}
    >
      {status || '–'}
    </span>
  )
}
