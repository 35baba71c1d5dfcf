import { z } from 'zod'
import { instant, recordId } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { personName } from '../route/visible.ts'
import { INVOICES, ok, operators } from './invoice.ts'

/** How a carrier's file is read: `Layout` of domain/src/invoices/column-mapping/layout.ts as JSON; the domain checks it. */
const layoutJson = z.record(z.string(), z.unknown())

export const keptLayout = z.strictObject({
  code: z.string(),
  version: z.int(),
  carrier: z.string(),
  title: z.string(),
  /** Built-in layouts cannot be changed. */
  isBuiltIn: z.boolean(),
  layout: layoutJson,
  /** Null for built-in layouts. */
  changedAt: instant.nullable(),
  changedBy: personName(),
})

/** The mapping studio: rows of a file on one side, Despatch's fields on the other. */
export const layouts = routes({
  layouts: {
    ...operators,
    method: 'GET',
    path: '/api/invoice/layouts',
    summary: 'The layouts by which carriers’ files are known and read; for internal users',
    permission: { reads: [INVOICES] },
    answer: z.strictObject({ ...ok, layouts: z.array(keptLayout) }),
    errors: ['unauthorized_access'],
    audited: false,
  },
  preview: {
    ...operators,
    method: 'POST',
    path: '/api/invoice/imports/preview',
    summary:
      'The first rows of a file that waits for a layout, with a guess; or as a draft reads them. For internal users',
    permission: { reads: [INVOICES] },
    body: z.strictObject({
      importID: recordId,
      /** The layout to read by; without a draft, one is guessed. */
      draft: layoutJson.optional(),
    }),
    answer: z.strictObject({
      ...ok,
      /** At most 50, in the order of the file. */
      rows: z.array(z.strictObject({ line: z.int(), cells: z.array(z.string()) })),
      /** The draft; without one, the layout that recognises the file, or otherwise a guess. */
      layout: layoutJson.nullable(),
      /** The most similar stored layout, with its differences; null with a draft, or if there is none. */
      nearest: z
        .strictObject({
          code: z.string(),
          carrier: z.string(),
          title: z.string(),
          differs: z.array(z.string()),
          layout: layoutJson,
        })
        .nullable(),
      /** The carrier of the nearest layout, or of the parcels that the file bills; '' with a draft, or if unknown. */
      carrier: z.string(),
      /** What prevents saving it. */
      problems: z.array(z.string()),
      /** Where amounts seem to be read twice or not at all; this does not prevent saving. */
      doubts: z.array(z.string()),
      /** The sum of the rows in the preview; null if nothing could be read. */
      net: z.string().nullable(),
      taken: z.int(),
      /** Rows whose mapped charges do not add up to the row's own total, and the first of them. */
      wrongTotals: z.int(),
      firstWrong: z
        .strictObject({ line: z.int(), column: z.string(), stated: z.string(), charges: z.string() })
        .nullable(),
      refusals: z.array(z.strictObject({ line: z.int(), column: z.string(), reason: z.string(), value: z.string() })),
    }),
    errors: ['not_found', 'unprocessable', 'unauthorized_access'],
    audited: false,
  },
  saveLayout: {
    ...operators,
    method: 'PUT',
    path: '/api/invoice/layouts',
    summary:
      'Keep a layout of a carrier, as its next version, and import the files that wait for it; for internal users',
    body: z.strictObject({
      layout: layoutJson,
      /** The file that it was made for, which is then imported. */
      importID: recordId.optional(),
    }),
    answer: z.strictObject({ ...ok, message: z.string(), layout: z.string(), version: z.int() }),
    errors: ['not_found', 'unprocessable', 'unauthorized_access'],
    audited: 'invoice.layout-saved',
  },
})
