import { z } from 'zod'
import { instant, recordId } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { personName } from '../route/visible.ts'
import { CLAIMS } from './claim.ts'

/** Of one claim. */
export const MAX_CLAIM_FILES = 20
/** The limit of bytes for each upload. */
export const MAX_CLAIM_FILE = 12_000_000

export const claimFile = z.strictObject({
  fileID: z.uuid(),
  /** The uploaded name; photos are stored as JPEGs. */
  name: z.string(),
  type: z.enum(['image/jpeg', 'application/pdf']),
  bytes: z.int(),
  addedAt: instant,
  addedBy: personName(),
})
export type ClaimFile = z.infer<typeof claimFile>

const byId = z.strictObject({ fileID: z.uuid('A file id looks like 0d9b3ad6-6b8e-4a7d-9f3c-2f6f5f2f0002') })

/** Evidence of a claim: photos and documents. */
export const claimFileRoutes = routes({
  addFiles: {
    method: 'POST',
    path: '/api/claims/:claimID/files',
    summary: 'Add evidence to a claim: photos (JPEG, PNG or WebP) and PDFs of a form, which go to the carrier with it',
    permission: { edits: [CLAIMS] },
    access: 'clients',
    params: z.strictObject({ claimID: recordId }),
    body: 'multipart',
    answer: z.strictObject({ message: z.string(), files: z.array(claimFile) }),
    errors: ['not_found', 'unsupported_file', 'too_large', 'unprocessable', 'bad_request'],
    audited: 'claim.file-added',
    ownTransactions: true,
  },
  file: {
    method: 'GET',
    path: '/api/claims/files/:fileID',
    summary: 'One photo or PDF of a claim’s evidence',
    permission: { reads: [CLAIMS] },
    access: 'clients',
    params: byId,
    answer: z.strictObject({}),
    file: 'application/octet-stream',
    errors: ['not_found'],
    audited: false,
  },
  removeFile: {
    method: 'DELETE',
    path: '/api/claims/files/:fileID',
    summary: 'Delete a photo or PDF from a claim’s evidence',
    permission: { edits: [CLAIMS] },
    access: 'clients',
    params: byId,
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found'],
    audited: 'claim.file-removed',
  },
})
