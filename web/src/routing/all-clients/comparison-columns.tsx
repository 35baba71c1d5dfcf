import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { type ComparedRow, type Comparison, isContracted } from './comparison.ts'
import styles from './all-clients.module.css'

const column = columnsOf<ComparedRow>()

/** The columns of a comparison, with a mark where a cell differs from the majority. */
export function comparisonColumns(
  { isOfMethods, columns, ownColumns = [] }: Comparison,
  expansion: Expansion,
): Columns<ComparedRow> {
  const headers = new Map(columns.map(({ id, header }) => [id, header]))
  return column.columns([
    column.accessor('carrierName', {
      id: 'carrier',
      header: 'Carrier',
      size: 148,
      enableSorting: false,
      cell: ({ row: { original } }) => <Expandable row={original} expansion={expansion} />,
    }),
    ...(isOfMethods ? [column.accessor('service', { header: 'Service', size: 130, enableSorting: false })] : []),
    column.accessor('client', { header: 'Client', size: 140, enableSorting: false, meta: { keepsText: true } }),
    ...ownColumns,
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

/** Which rows of several clients are expanded. */
export type Expansion = {
  readonly expanded: ReadonlySet<string>
  readonly onToggle: (row: ComparedRow) => void
}

/** The carrier, with a button for the clients of a row of several. */
function Expandable({ row, expansion }: { readonly row: ComparedRow; readonly expansion: Expansion }) {
  if (!row.members) return <span className={styles.member}>{row.carrierName}</span>
  const isExpanded = expansion.expanded.has(row.id)
  return (
    <span className={styles.group}>
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        aria-expanded={isExpanded}
        aria-label={`Clients of ${[row.carrierName, row.service].filter(Boolean).join(', ')}`}
        onClick={(event) => {
          event.stopPropagation()
          expansion.onToggle(row)
        }}
      >
        {isExpanded ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
      </ActionIcon>
      {row.carrierName}
    </span>
  )
}

type ComparedProps = {
  readonly row: ComparedRow
  readonly column: string
  readonly text: string
  readonly meaningOf: Comparison['columns'][number]['meaningOf']
}

function Compared({ row, column: id, text, meaningOf }: ComparedProps) {
  const status =
    meaningOf && (row.members || isContracted(row)) ? <Status meaning={meaningOf(text)}>{text}</Status> : text
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
