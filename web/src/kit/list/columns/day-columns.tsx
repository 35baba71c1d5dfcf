import { ListDay } from './cells.tsx'
import type { columnsOf } from '../features.ts'

/** Returns a function that makes columns of optional days. */
export const dayColumns =
  <Row extends object>(column: ReturnType<typeof columnsOf<Row>>) =>
  (key: keyof Row & string, header: string) =>
    column.accessor((row: Row) => row[key] as string | null, {
      id: key,
      header,
      size: 110,
      enableSorting: false,
      meta: { kind: 'day' },
      cell: ({ getValue }) => {
        const day = getValue()
        return day && <ListDay day={day} />
      },
    })
