/** The name of a column as plain text. */
export function columnName(column: { id: string; columnDef: { header?: unknown; meta?: { name?: string } } }): string {
  const { header, meta } = column.columnDef
  return meta?.name ?? (typeof header === 'string' ? header : column.id)
}
