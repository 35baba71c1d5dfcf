import { isReadableAccent } from '@despatch/domain/returns/shoppers-page/page-settings'
import { DELIVERABLE_RULE, isDeliverable } from '@despatch/domain/text/email'
import { z } from 'zod'
import { instant, prose, requiredText, text } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { knownVersion } from '../routing/rule-book/fields.ts'

const CONTROL = 'returnsPortalControl'
const ANY_SCREEN = [
  `${CONTROL}.returnsPortalRules`,
  `${CONTROL}.returnsOptionsRoutingRules`,
  `${CONTROL}.returnReasonCodes`,
] as const
const PORTAL = ['reportsAndEnquiries.returnsPortal'] as const

const days = (most: number) =>
  z.int('Days are a whole number').min(1, 'At least one day').max(most, `At most ${most} days`)

/** A client's settings of its shoppers' page. */
const settings = {
  isOn: z.boolean(),
  /** '' uses the client's name. */
  title: prose(80, 'Name on the page'),
  accent: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'A colour looks like #1f4e79')
    .refine(isReadableAccent, 'White text cannot be read on this colour: choose a darker one'),
  returnsAddress: prose(300, 'Returns address'),
  contactMail: text(254, 'Contact email').refine(
    (address) => address === '' || isDeliverable(address),
    DELIVERABLE_RULE,
  ),
  photoDays: days(730),
  shopperDataDays: days(2190),
}

const page = z.strictObject({
  ...settings,
  accent: z.string(),
  contactMail: z.string(),
  /** 0 before the first change. */
  version: z.int(),
  /** Public address of the page. */
  url: z.string(),
})

const photo = z.strictObject({
  photoId: z.string(),
  lineNumber: z.int(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  storedAt: instant,
  /** When it will be deleted. */
  deletedAt: instant,
})

/** Settings of the page where shoppers announce returns, and the photos sent there. */
export const shoppersPage = routes({
  read: {
    method: 'GET',
    path: '/api/shoppers-page',
    summary: 'What a client chose of its page for shoppers',
    permission: { reads: ANY_SCREEN },
    access: 'one-client',
    answer: page,
    errors: [],
    audited: false,
  },
  save: {
    method: 'PUT',
    path: '/api/shoppers-page',
    summary: 'Choose how a client’s page for shoppers looks, and whether there is one; it takes effect at once',
    permission: { edits: ANY_SCREEN },
    access: 'one-client',
    /** The version that the caller saw; 0 before the first change. */
    body: z.strictObject({ ...settings, version: knownVersion }),
    answer: page,
    errors: ['version_conflict'],
    audited: 'returns-book.page-set',
  },
  photos: {
    method: 'GET',
    path: '/api/shoppers-page/photos',
    summary: 'The photos that a shopper sent with a return',
    permission: { reads: PORTAL },
    access: 'one-client',
    query: z.strictObject({ returnReference: requiredText(50, 'Return reference') }),
    answer: z.strictObject({ photos: z.array(photo) }),
    errors: [],
    audited: false,
  },
  photo: {
    method: 'GET',
    path: '/api/shoppers-page/photos/:photoId',
    summary: 'One photo that a shopper sent, as a JPEG',
    permission: { reads: PORTAL },
    access: 'one-client',
    params: z.strictObject({ photoId: z.uuid('A photo id looks like 0d9b3ad6-6b8e-4a7d-9f3c-2f6f5f2f0002') }),
    answer: z.strictObject({}),
    file: 'application/octet-stream',
    errors: ['not_found'],
    audited: false,
  },
})
