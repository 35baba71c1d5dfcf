import { z } from 'zod'
import { instant, recordId } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { personName } from '../route/visible.ts'
import { INVOICES, ok, operators } from './invoice.ts'

/** How a carrier's file is read: `Layout` of domain/src/invoices/layouts/layout.ts as JSON; the domain checks it. */
const layoutJson = z.record(z.string(), z.unknown())

export const keptLayout = z.strictObject({
  code: z.string(),
  version: z.int(),
  carrier: z.string(),
  title: z.string(),
  /** One of ours, which cannot be changed. */
  isBuiltIn: z.boolean(),
  layout: layoutJson,
  /** Null of ours. */
  changedAt: instant.nullable(),
  changedBy: personName(),
})

/** The mapping studio: rows of a file on one side, our fields on the other. */
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
      /** What is read by it is answered; a guess is made without one. */
      draft: layoutJson.optional(),
    }),
    answer: z.strictObject({
      ...ok,
      /** At most 50, as they stand in the file. */
      rows: z.array(z.strictObject({ line: z.int(), cells: z.array(z.string()) })),
      /** The draft; without one the layout that the file is known by, or else what its columns look like. */
      layout: layoutJson.nullable(),
      /** The kept layout that the file is most like, and in words how it differs; null with a draft, and where none is. */
      nearest: z
        .strictObject({
          code: z.string(),
          carrier: z.string(),
          title: z.string(),
          differs: z.array(z.string()),
          layout: layoutJson,
        })
        .nullable(),
      /** Whose layout it seems to be: of that nearest one, or of the parcels that the file bills; '' with a draft, or unknown. */
      carrier: z.string(),
      /** What keeps it from being saved. */
      problems: z.array(z.string()),
      /** Where money seems to be read twice, or not at all; it keeps nothing from being saved. */
      doubts: z.array(z.string()),
      /** What the rows of the preview come to; null where nothing could be read. */
      net: z.string().nullable(),
      taken: z.int(),
      /** Rows whose charges do not come to the row's own total as they are mapped, and the first of them. */
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
      /** The file that it was made for: it is imported by it. */
      importID: recordId.optional(),
    }),
    answer: z.strictObject({ ...ok, message: z.string(), layout: z.string(), version: z.int() }),
    errors: ['not_found', 'unprocessable', 'unauthorized_access'],
    audited: 'invoice.layout-saved',
  },
})
