import { z } from 'zod'
import { exactText, recordId, requiredText } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { personName } from '../route/visible.ts'

const tableName = z
  .string('A table is missing')
  .regex(/^[a-z0-9-]{1,60}$/, 'A table is named in small letters, digits and hyphens')
const columnId = z.string().regex(/^[\w .-]{1,60}$/, 'No such column')

const MAX_COLUMNS = 100
const byColumn = <Value extends z.ZodType>(value: Value) =>
  z
    .record(columnId, value)
    .refine((columns) => Object.keys(columns).length <= MAX_COLUMNS, `A table has at most ${MAX_COLUMNS} columns`)

/** The columns of a table: which, in which order, how wide (in pixels). */
export const tableLayout = z.strictObject({
  columnVisibility: byColumn(z.boolean()),
  columnOrder: z.array(columnId).max(MAX_COLUMNS),
  columnSizing: byColumn(z.number().min(20).max(2000)),
})
export type TableLayout = z.infer<typeof tableLayout>

/** A saved view of a table: filters, sorting and columns. */
export const savedView = z.strictObject({
  _id: recordId,
  table: tableName,
  name: z.string(),
  /** The query string of the table's address. */
  search: z.string(),
  layout: tableLayout,
  /**
   * Shared with others: internal users' views with internal users, a client user's with users of the same first client.
   */
  isShared: z.boolean(),
  isOwn: z.boolean(),
  by: personName(),
})
export type SavedView = z.infer<typeof savedView>

export const viewRoutes = routes({
  views: {
    method: 'GET',
    path: '/api/session/views',
    summary: 'The saved views of a table, own and shared, and how this user last left its columns',
    permission: 'session',
    access: 'none',
    query: z.strictObject({ table: tableName }),
    answer: z.strictObject({ views: z.array(savedView), layout: tableLayout.nullable() }),
    errors: [],
    audited: false,
  },
  saveView: {
    method: 'PUT',
    path: '/api/session/views',
    summary: 'Save a view under a name; one’s own of the same name is replaced',
    permission: 'session',
    access: 'none',
    body: z.strictObject({
      table: tableName,
      name: requiredText(60, 'Name'),
      search: exactText(2000, 'Search'),
      layout: tableLayout,
      isShared: z.boolean(),
    }),
    answer: z.strictObject({ message: z.string(), view: savedView }),
    errors: ['unprocessable'],
    audited: 'session.view-saved',
  },
  deleteView: {
    method: 'DELETE',
    path: '/api/session/views',
    summary: 'Delete one of one’s own views',
    permission: 'session',
    access: 'none',
    query: z.strictObject({ id: recordId }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found'],
    audited: 'session.view-deleted',
  },
  keepLayout: {
    method: 'PUT',
    path: '/api/session/layouts',
    summary: 'Keep how this user has a table’s columns',
    permission: 'session',
    access: 'none',
    body: z.strictObject({ table: tableName, layout: tableLayout }),
    answer: z.strictObject({ message: z.string() }),
    errors: [],
    audited: false,
  },
})
