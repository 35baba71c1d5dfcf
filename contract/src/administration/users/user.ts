import { EMAIL_FORMAT, EMAIL_RULE, isDeliverable } from '@despatch/domain/text/email'
import { USERNAME, USERNAME_MESSAGE } from '@despatch/domain/administration/users/username'
import { z } from 'zod'
import { clientCode, givenId, instant, recordId, requiredProse, text } from '../../route/fields.ts'
import { permissions } from '../../route/permissions.ts'

/** The role of a user. Specification 3: 'object with _id, iforce_user flag and permissions tree'. */
export const userRole = z.strictObject({
  _id: recordId,
  code: z.string(),
  name: z.string(),
  iforce_user: z.boolean(),
  /** Left out in lists. */
  permissions: permissions.optional(),
})

/** Specification 3, user. A password or an access token never leaves the server (domain.md). */
export const user = z.strictObject({
  _id: recordId,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** For links to choose a password. */
  email: z.string(),
  phone_number: z.string(),
  power_bi_username: z.string(),
  domain_username: z.string(),
  active: z.boolean(),
  lock: z.boolean(),
  /** The user's clients that the caller may see; none for internal users. */
  client: z.array(z.strictObject({ code: clientCode, name: z.string() })),
  created_on: instant,
  last_login: instant.nullable(),
  is_login: z.boolean(),
  role: userRole,
  /** Whether two-factor sign-in is set up. */
  otp_enabled: z.boolean(),
  /** Whether an administrator chose the password, so that the user must replace it. */
  isTemporaryPassword: z.boolean(),
  /** Whether there is a password; if not, the user has to be activated or given one. */
  hasPassword: z.boolean(),
  version: z.int(),
})
export type User = z.infer<typeof user>

const username = z
  .string('Enter a username')
  .trim()
  .min(1, { error: 'Enter a username', abort: true })
  .regex(USERNAME, USERNAME_MESSAGE)
/** '' or specification 5's format. */
const emailOrEmpty = text(254, 'Email').refine((address) => address === '' || EMAIL_FORMAT.test(address), EMAIL_RULE)

const userFields = {
  username,
  first_name: requiredProse(60, 'First name'),
  last_name: requiredProse(60, 'Last name'),
  email: emailOrEmpty,
  phone_number: text(30, 'Phone number'),
  power_bi_username: text(100, 'Power BI username'),
  domain_username: text(100, 'Domain username'),
  active: z.boolean('Either true or false'),
  lock: z.boolean('Either true or false'),
  client: z.array(clientCode).max(200, 'A user belongs to at most 200 clients'),
  /** Specification 3: 'A user's role is sent as the role id.' */
  role: recordId,
  /** A temporary password, which the user must replace at the next sign-in. Unchanged if left out. */
  password: z
    .string('A password is a text')
    .min(1, 'Enter a password')
    .max(128, 'A password has at most 128 characters')
    .optional(),
}
/** Body of the form for a new user. */
export const newUser = z.strictObject(userFields)
export const amendedUser = z.strictObject({
  _id: recordId,
  version: z.int().min(1).max(2_000_000_000),
  ...userFields,
  /** The current address of the user is accepted even if it does not fit the format. */
  email: text(254, 'Email').refine((address) => address === '' || isDeliverable(address), EMAIL_RULE),
  /** Removes a lost second factor. The user registers another at the next sign-in that needs one. */
  resetSecondFactor: z.literal(true).optional(),
})

/**
 * Fields of the specification's user that only the server writes: accepted in records that are sent back, and ignored.
 */
const written = {
  access_token: z.unknown().optional(),
  created_on: z.unknown().optional(),
  last_login: z.unknown().optional(),
  is_login: z.unknown().optional(),
}
/** Codes of clients, or clients in the shape of answers. */
const clientsOfUser = z
  .array(
    z.union([
      clientCode,
      z.strictObject({ code: clientCode, name: z.string().optional() }).transform(({ code }) => code),
    ]),
  )
  .max(200, 'A user belongs to at most 200 clients')

/** Body of the create call. By default the user is active and has no mail address. */
export const createUserBody = newUser.extend({
  ...written,
  _id: z.string().optional(),
  client: clientsOfUser.default([]),
  role: givenId,
  email: userFields.email.default(''),
  phone_number: userFields.phone_number.default(''),
  power_bi_username: userFields.power_bi_username.default(''),
  domain_username: userFields.domain_username.default(''),
  active: userFields.active.default(true),
  lock: userFields.lock.default(false),
})
/** Body of the update call. Fields left out stay unchanged; without a version the last writer wins. */
export const updateUserBody = amendedUser
  .partial()
  .required({ _id: true })
  .extend({ ...written, _id: givenId, role: givenId.optional(), client: clientsOfUser.optional() })

/** A session of a user: since when, from where. */
export const loginStatus = z.strictObject({
  session: recordId,
  _id: recordId,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.string(),
  client: z.array(clientCode),
  since: instant,
  last_used: instant,
  address: z.string(),
  browser: z.string(),
  /** Whether it is the caller's session. */
  isOwn: z.boolean(),
})
export type LoginStatus = z.infer<typeof loginStatus>

/** The result of a row of an import, or of its check. `line` counts from 1, including the header. */
export const importVerdict = z.strictObject({
  line: z.int(),
  username: z.string(),
  verdict: z.enum(['good', 'refused']),
  /** The cells of the row, in the order of {@link IMPORT_COLUMNS}. */
  cells: z.array(z.string()),
  /** By column; '' is the row as a whole. */
  reasons: z.array(z.strictObject({ column: z.string(), reason: z.string(), value: z.string() })),
})
export type ImportVerdict = z.infer<typeof importVerdict>

/** 'check' writes nothing; 'all-or-nothing' writes if every row is good; 'good-rows' skips refused rows. */
export const IMPORT_MODES = ['check', 'all-or-nothing', 'good-rows'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

/** Further columns of a result file. An import ignores them, so that the file can be corrected and sent again. */
export const RESULT_COLUMNS = ['line', 'verdict', 'reasons'] as const

/** Columns of an import file, in the template's order. The first six are required. */
export const IMPORT_COLUMNS = [
  'username',
  'first_name',
  'last_name',
  'role',
  'client',
  'email',
  'phone_number',
  'power_bi_username',
  'domain_username',
  'active',
] as const
